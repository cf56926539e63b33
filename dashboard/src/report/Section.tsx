import type { ReactNode } from "react"

interface SectionProps {
  id: string
  title: string
  lead?: string
  children: ReactNode
}

/** A part of the report under a heading of its own. */
export const Section = ({ id, title, lead, children }: SectionProps) => (
  <section className="section" id={id} aria-labelledby={`${id}-title`}>
    <header>
      <h2 id={`${id}-title`}>{title}</h2>
      {lead ? <p className="muted">{lead}</p> : null}
    </header>
    {children}
  </section>
)
