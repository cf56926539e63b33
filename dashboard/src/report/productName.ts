/** Brand and model of a panel module or battery; its id if it has neither. */
export const productName = ({ id, brand, model }: { id: string; brand: string | null; model: string | null }): string =>
  [brand, model].filter(Boolean).join(" ") || id
