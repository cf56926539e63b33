/**
 * A user-given name: it keeps its own writing direction, and a long name is cut on its line with the full text as
 * title.
 */
export const Name = ({ children }: { children: string }) => (
  <bdi className="name" title={children}>
    {children}
  </bdi>
)
