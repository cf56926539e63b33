import { useEffect } from "react"
import { useAppText } from "../text/appText.ts"

interface PagerProps {
  page: number
  totalPages: number
  onPage(page: number): void
}

/** Steps through the pages of a list; empty for a single page. A page beyond the end is replaced by the last. */
export const Pager = ({ page, totalPages, onPage }: PagerProps) => {
  const { pager } = useAppText()
  const last = Math.max(1, totalPages)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer about a page beyond the end
  useEffect(() => {
    if (page > last) onPage(last)
  }, [page, last])
  if (totalPages <= 1) return null
  return (
    <nav className="row" aria-label={pager.label}>
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {pager.previous}
      </button>
      <span className="small muted">{pager.of(String(page), String(totalPages))}</span>
      <button type="button" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        {pager.next}
      </button>
    </nav>
  )
}
