import type { OfferLine, OfferLoan, OfferTotals } from "./schema.ts"

const MONTHS = 12
const HUNDRED = 100n

/** A number as whole units of 10^-decimals, exact for its written decimals: 0.07 is 7 at 2. */
interface Decimal {
  units: bigint
  decimals: number
}

const decimalOf = (value: number): Decimal => {
  const [digits = "0", exponent = "0"] = String(value).split("e")
  const [whole = "0", part = ""] = digits.split(".")
  const decimals = part.length - Number(exponent)
  const units = BigInt(whole + part)
  return decimals >= 0 ? { units, decimals } : { units: units * 10n ** BigInt(-decimals), decimals: 0 }
}

/** Quotient rounded to a whole number, half away from 0. */
const divided = (dividend: bigint, divisor: bigint): bigint => {
  const [size, sign] = dividend < 0n ? [-dividend, -1n] : [dividend, 1n]
  return sign * ((2n * size + divisor) / (2n * divisor))
}

/** Net amount and VAT of a line in cents, each rounded to the cent. */
const centsOf = ({ quantity, unitPrice, vatPercent = 0 }: OfferLine): { net: bigint; vat: bigint } => {
  const [number, price, percent] = [decimalOf(quantity), decimalOf(unitPrice), decimalOf(vatPercent)]
  const net = divided(number.units * price.units * HUNDRED, 10n ** BigInt(number.decimals + price.decimals))
  return { net, vat: divided(net * percent.units, HUNDRED * 10n ** BigInt(percent.decimals)) }
}

/** Sum of the sizes of the amounts of lines, net and VAT: no total is larger. */
export const sizeOfLines = (lines: readonly OfferLine[]): number =>
  lines.map(centsOf).reduce((sum, { net, vat }) => sum + Math.abs(amount(net)) + Math.abs(amount(vat)), 0)

const amount = (cents: bigint): number => Number(cents) / 100

/** Net amount of a line, rounded to the cent. */
export const lineNet = (line: OfferLine): number => amount(centsOf(line).net)

/** Totals of lines to the cent: each line and its VAT are rounded, then summed. A line without VAT counts as 0 %. */
export const offerTotals = (lines: readonly OfferLine[]): OfferTotals => {
  const rates = new Map<number, { net: bigint; vat: bigint }>()
  let subsidy = 0n
  for (const line of lines) {
    const { net, vat } = centsOf(line)
    const rate = rates.get(line.vatPercent ?? 0) ?? { net: 0n, vat: 0n }
    rates.set(line.vatPercent ?? 0, { net: rate.net + net, vat: rate.vat + vat })
    if (line.kind === "subsidy") subsidy += net + vat
  }
  const sum = (part: "net" | "vat") => [...rates.values()].reduce((total, rate) => total + rate[part], 0n)
  const [net, vat] = [sum("net"), sum("vat")]
  return {
    net: amount(net),
    vat: [...rates]
      .sort(([percent], [other]) => percent - other)
      .map(([percent, rate]) => ({ percent, net: amount(rate.net), amount: amount(rate.vat) })),
    vatTotal: amount(vat),
    gross: amount(net + vat),
    subsidy: amount(subsidy),
  }
}

/** Equal monthly payment of a loan (annuity), to the cent. */
export const monthlyPayment = ({ amount: loan, ratePercent, years }: OfferLoan): number => {
  const rate = ratePercent / 100 / MONTHS
  const months = years * MONTHS
  const payment = rate === 0 ? loan / months : (loan * rate) / -Math.expm1(-months * Math.log1p(rate))
  return Math.round(payment * 100) / 100
}
