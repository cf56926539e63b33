/** Why something did not work, said aloud by screen readers. */
export const Problem = ({ message }: { message: string | undefined }) =>
  message ? (
    <p className="message bad" role="alert">
      {message}
    </p>
  ) : null
