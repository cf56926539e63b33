/** A name that somebody gave: its direction stays its own, and a long one is cut on its line, whole in its title. */
export const Name = ({ children }: { children: string }) => (
  <bdi className="name" title={children}>
    {children}
  </bdi>
)
