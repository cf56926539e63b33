export interface TipRow {
  name: string
  value: string
  colour?: string
}

/**
 * The content of a tooltip as elements, never as markup: names of roofs and organizations stay text, and no inline
 * style violates the page's policy.
 */
export const tip = (title: string, rows: readonly TipRow[]): HTMLElement => {
  const box = element("div", "tip")
  box.append(element("strong", "", title))
  const list = element("ul", "")
  for (const { name, value, colour } of rows) {
    const item = element("li", "")
    if (colour) {
      const swatch = element("span", "swatch")
      swatch.style.background = colour
      item.append(swatch)
    }
    item.append(element("span", "", name), element("b", "", value))
    list.append(item)
  }
  if (rows.length > 0) box.append(list)
  return box
}

const element = (tag: string, className: string, text?: string): HTMLElement => {
  const node = document.createElement(tag)
  node.className = className
  if (text !== undefined) node.textContent = text
  return node
}

/** Tooltip settings that leave the look to the page's styles. */
export const bareTooltip = {
  padding: 0,
  borderWidth: 0,
  backgroundColor: "transparent",
  extraCssText: "box-shadow: none",
  confine: true,
  transitionDuration: 0,
}
