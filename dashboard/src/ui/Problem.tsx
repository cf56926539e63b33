import { usePageWords } from "../lib/pageWords.tsx"

/** Error message, announced by screen readers. */
export const Problem = ({ message }: { message: string | undefined }) => {
  const inPageWords = usePageWords()
  return message ? (
    <p className="message bad" role="alert">
      {inPageWords(message)}
    </p>
  ) : null
}
