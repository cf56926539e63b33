import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useAppText } from "../text/appText.ts"
import { Problem } from "../ui/Problem.tsx"

interface RemoveButtonProps {
  name: string
  /** What is deleted. */
  path: string
  onDone(): void
}

/** Deletes something after a question. */
export const RemoveButton = ({ name, path, onDone }: RemoveButtonProps) => {
  const { ask } = useSession()
  const text = useAppText()
  const remove = useAction(async () => {
    if (!confirm(text.confirmDelete(name))) return
    await ask(path, { method: "DELETE" })
    onDone()
  })
  return (
    <>
      <button type="button" className="danger" disabled={remove.isBusy} onClick={remove.run}>
        {text.delete}
        <span className="hidden"> {name}</span>
      </button>
      <Problem message={remove.message} />
    </>
  )
}
