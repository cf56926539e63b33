import { useAction } from "../lib/action.ts"
import { untilGone } from "../lib/gone.ts"
import { useAppText } from "../text/appText.ts"
import { Problem } from "../ui/Problem.tsx"

interface RemoveButtonProps {
  name: string
  /** Deletes it. */
  onRemove(): Promise<unknown>
  /** Resolves once the remaining items are shown. */
  onDone(): unknown
}

/** Deletes something after a question. */
export const RemoveButton = ({ name, onRemove, onDone }: RemoveButtonProps) => {
  const text = useAppText()
  const remove = useAction(async () => {
    if (!confirm(text.confirmDelete(name))) return
    await untilGone(onRemove())
    await onDone()
  })
  return (
    <>
      <button type="button" className="danger" disabled={remove.isBusy} onClick={remove.run}>
        {text.delete}
        <span className="hidden">
          {" "}
          <bdi>{name}</bdi>
        </span>
      </button>
      <Problem message={remove.message} />
    </>
  )
}
