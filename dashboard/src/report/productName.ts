/** A panel module or a battery product by its brand and model; by its id where it has neither. */
export const productName = ({ id, brand, model }: { id: string; brand: string | null; model: string | null }): string =>
  [brand, model].filter(Boolean).join(" ") || id
