import { getDocumentProxy } from "unpdf"

export interface PdfPage {
  text: string
  /** Position of the last line above the page number, from the top [0-1]. */
  filled: number
}

/** Lowest share of a page, whose letters are the page number. */
const FOOT_SHARE = 0.06

/** The pages of a PDF, as a reader sees their text. */
export const pagesOf = async (pdf: Uint8Array): Promise<PdfPage[]> => {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages: PdfPage[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    const lines = items.flatMap(item => ("str" in item && item.str.trim() !== "" ? [item] : []))
    const heights = lines.map(({ transform }) => Number(transform[5]) / height).filter(share => share > FOOT_SHARE)
    pages.push({ text: lines.map(({ str }) => str).join(" "), filled: 1 - Math.min(1, ...heights) })
  }
  await document.destroy()
  return pages
}
