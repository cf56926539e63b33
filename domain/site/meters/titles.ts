import type { Direction } from "./samples.ts"
import { columnTitle, type TitleTest } from "./table.ts"

/** Meaning of column titles, in lower case: units, directions, ends of intervals. */

const ENERGY = /(?:^|[^a-z])(kwh|mwh|wh|kilowatt-?\s?(?:hours?|stunden?|uur|uren|heures?))(?:[^a-z]|$)/
/** An amount for each kWh: a price, or carbon dioxide. */
const PER_ENERGY = /(?:(?<![-+]a|a[-+])\/|\b(?:per|pro|par|por|za|na))\s?(?:kwh|mwh|wh)\b/
const MONEY =
  /[€$£]|\b(eur|euros?|chf|gbp|usd|cad|aud|sek|nok|dkk|pln|czk|huf|cts?|cents?|pence)\b|price|prijs|preis|prix|precio|prezzo|preço|\bpris|cena|cost|kost|earning|revenue|vergoeding|vergütung|betrag|bedrag|amount/
/** Mean power of the interval; the unit must end the title, so that words and names do not match. */
const POWER = /(?:^|[\s([_]|[-+]a\/)(kw|w)[)\]]?$/
/** kWh, or kW, of one unit. */
export const UNIT_K: Readonly<Record<string, number>> = { kwh: 1, mwh: 1000, wh: 0.001, kw: 1, w: 0.001 }

/**
 * Titles may be OBIS codes: 1.x is purchase, 2.x feed-in; x.8 is a register, x.9 and x.29 are the energy and x.5 the
 * mean power of an interval.
 */
const FED_IN =
  /teruglever|invoed|injecti|inje[çc][aã]o|injetad|inyect|export|feed.?in|fed.?in|surplus|return|retour|refoul|einspeis|eingespeist|r(ü|ue)ck|vertid|excedent|\bs(?:ell|old)\b|reverse (?:active )?energy|immess|immission|inmat|innmat|oddan|oddaj|wprowadz|visszat|predaj|predan|veri[sş]|\bto (the )?grid\b|ins netz|naar (het )?net\b|(^|[: -])2\.(8|9|29|5)\.|(^|[^a-z0-9])(-a|[ap]-)([^a-z0-9]|$)/
const FROM_GRID =
  /import|purchas|\bbuy\b|bought|grid[ _]?consum|forward (?:active )?energy|afname|offtake|bezug|bezogen|soutir|pr[eé]l[eè]v|prelevat|prelievo|from (?:the )?grid|vom netz|netafname|netzbezug|uttag|uttak|pobran|pob[oó]r|odb[eě]r|vételez|prejem|prijem|preuzet|çekiş|(^|[: -])1\.(8|9|29|5)\.|(^|[^a-z0-9])(\+a|[ap]\+)([^a-z0-9]|$)/
/** Delivery: feed-in if another title names energy from the grid, else the supplier's delivery to the customer. */
const HANDED_OVER = /(^|[^a-z])(ab)?lieferung|abgabe|dodávk|livrat/
/** Energy in titles without a direction. */
const USED =
  /verbruik|usage|used|\bloads?(?:power)?\b|consum|verbrauch|conso|energie|energy|levering|value|waarde|wert|forbru[kg]|förbruk|zużyci|spot[rř]eb|kulutus|tarbimi|fogyaszt|poraba|potrošnj|vartoj|patēri/

/** Both directions of the connection in one column with positive purchases: "grid (kW)", "net (kWh)". */
const BALANCE =
  /^(p_?)?(grid|netz|net|netto|saldo|balance|bilanz|r[eé]seau|rete|red)([\s_-]?(power|energy|consumption|usage|meter|leistung|vermogen|verbruik|verbrauch))?([\s_-](k|m)?wh?)?$|^net[\s_-]import$/

/** True if a title names the balance of both directions. */
export const isBalance = (title: string): boolean => BALANCE.test(beforeBracket(title))

/** True if a title names energy from the grid. */
export const isFromGrid = (title: string): boolean => FROM_GRID.test(title) && !FED_IN.test(title)

/** Codes of directions in cells: ebIX E17 and E18, Elexon's AI and AE (measurement quantities). */
const CODES: Readonly<Record<string, Direction>> = { e17: "import", e18: "export", ai: "import", ae: "export" }

/** Direction of energy by the text of a cell; null without a direction. */
export const directionOf = (text: string): Direction | null => {
  const title = columnTitle(text)
  if (/react|blind|kvar/.test(title) || OF_OTHERS.test(title)) return null
  if (FED_IN.test(title)) return "export"
  return FROM_GRID.test(title) || USED.test(title) ? "import" : (CODES[title] ?? null)
}

/** Titles of the number of a connection. */
export const CONNECTION =
  /^(mpan|mprn|ean|pod|cups|nmi|prm|zählpunkt|messpunkt|metering ?point ?(id)?|supply point)( .*)?$/
/** Titles that imply kWh for energy, of British and Italian connections. */
export const KWH_WITHOUT_SAYING = /^(mpan|pod)\b/
export const POWER_UNITS: ReadonlySet<string> = new Set(["kw", "w"])

/** Checks whether a title means feed-in, given the other titles of its table. */
export const fedInAmong = (titles: readonly string[]): ((title: string) => boolean) => {
  const hasFromGrid = titles.some(isFromGrid)
  return title => FED_IN.test(title) || (hasFromGrid && !FROM_GRID.test(title) && HANDED_OVER.test(title))
}

/** Determines a title's kind of energy, given the other titles of its table. */
export const saysEnergy = (titles: readonly string[]) => {
  const isFedIn = fedInAmong(titles)
  return { isFedIn, isEnergy: (title: string) => isFedIn(title) || isFromGrid(title) || USED.test(title) }
}

/** Total production of a plant. */
export const NOT_METERED =
  /opwek|opgewekt|opbrengst|produ[ck]|solar|zonne|erzeug|ertrag|yield|g[eé]n[eé]rat|generac|\bpv\b/
/** Energy that is no electricity: gas, heat, water. */
const NO_ELECTRICITY =
  /(^|[^a-z])gas|\bgaz\b|w[aä]rme?(?!pump|strom)|warmte(?!pomp)|\bheat(ing)?\b(?! ?pump)|chaleur|calor\b|water|wasser/
/** Energy of a device behind the meter: a battery, a charge point. */
export const OF_DEVICES =
  /batter|\bakku|\baccu|speicher|laadpa|laadpunt|wallbox|wattpilot|charg(er|ing)|lade(station|punkt)/
/** Energy that is no electricity of the connection. */
export const OF_OTHERS: TitleTest = { test: title => NO_ELECTRICITY.test(title) || OF_DEVICES.test(title) }
export const HIGHEST = /max|peak|piek|spitze|pointe|moment|instant/
export const READING = /stand|reading|cumul|index|(^|[: -])[12]\.8\./
export const TOTAL = /total/
/** A part of the day that is billed by itself, in a column of its own. */
const PART_OF_DAY =
  /\b(dag|nacht|day|night|tag|jour|nuit|hoog|laag|normaal|dal|high|low|normal|ht|nt|t ?[12]|tarief ?[12]|[12]\.8\.[12]|(off-?)?peak|shoulder|h[pc][he]?|heures (pleines|creuses)|f ?[123]|punta|llano|valle|ponta|cheias?|vazio|(consumo|periodo|per[ií]odo) p?[1-6])\b|_[12](?![a-z0-9])/
/** One of three phases. */
const PHASE = /\b(l|phase ?|fase ?)[123]\b/
/** Parts of one direction, of which the sum is meant. */
export const TARIFF: TitleTest = { test: title => PART_OF_DAY.test(title) || PHASE.test(title) }
/** True if a title names a single phase. */
export const isOfPhase = (title: string): boolean => PHASE.test(title)
export const INTERVAL_START =
  /^(van|von|from|start|begin|beginn|du|de|fra|från|algus)\b|\b(van|von|from|start|begin|beginn|début|debut|od)$/
export const INTERVAL_END =
  /^(tot|bis|until|to|til|till|end|ende|fin|einde|slutt?|lõpp|end(datum|uhrzeit|zeit|date|time)|eind(datum|tijd))\b|\b(tot|bis|until|to|til|till|end|ende|einde|fin|slutt?|lõpp|do)$/

/** A title without brackets at its end: "delivery end" for "delivery end (cet)". */
export const beforeBracket = (title: string): string => title.split(/[([]/, 1)[0]!.trim()

/** Unit of energy that a title names, or null. */
export const energyUnitOf = (title: string): string | null => {
  if (PER_ENERGY.test(title)) return null
  const [, unit] = ENERGY.exec(title) ?? []
  return unit === undefined ? null : unit.startsWith("kilowatt") ? "kwh" : unit
}

/** True if a title means money, or an amount per kWh. */
export const isOfMoney = (title: string): boolean => MONEY.test(title) || PER_ENERGY.test(title)

/** Unit that a title names, or null. */
export const unitOf = (title: string): string | null => energyUnitOf(title) ?? POWER.exec(title)?.[1] ?? null

const FROM_UTC = /(?:^|[^a-z])(?:utc|gmt)(?![a-z])\s*(?:([-+\u2212])\s*(\d{1,2})(?::?(\d{2}))?)?/g

/**
 * Offset from UTC by a column's title [min]: 0 for "Time (UTC)", 60 for "Date (GMT+1)"; null if it names none, or two.
 */
export const offsetOfTitle = (title: string): number | null => {
  const [match, ...rest] = title.matchAll(FROM_UTC)
  if (!match || rest.length > 0) return null
  const [, sign, hours = "0", minutes = "0"] = match
  const ahead = Number(hours) * 60 + Number(minutes)
  return sign === undefined || sign === "+" ? ahead : -ahead
}
