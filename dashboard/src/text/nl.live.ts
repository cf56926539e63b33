import type { live as english } from "./en.live.ts"

export const live: typeof english = {
  lead: "Beweeg een schuifregelaar en het hele rapport volgt: in deze browser berekend, er wordt niets verstuurd of bewaard.",
  sandbox:
    "De voorbeeldcijfers van de testomgeving kunnen niet opnieuw worden berekend: bij live scans staan hier schuifregelaars.",
  start: "Schuifregelaars tonen",
  more: "Prijzen en looptijd",
  of: (value, most) => `${value} van ${most}`,
  growth: "Stijging van de stroomprijs",
  perYear: percent => `${percent} per jaar`,
  panels: roof => `Panelen op ${roof}`,
  battery: "Batterij",
  years: "Looptijd",
  price: "Inkoopprijs",
  moving:
    "De cijfers horen bij de ingestelde installatie. Scenario's en alternatieven volgen als de schuifregelaars stilstaan.",
  resting: (ms, gap) =>
    `In deze browser berekend in ${ms} ms: bewezen binnen ${gap} van de beste installatie van deze maten.`,
  proven: "Bewezen binnen",
  preparing: "De schuifregelaars worden klaargezet …",
  tried: "Uitgeprobeerde installatie",
  back: "Herstellen",
  keep: "Als scan bewaren",
  keeping: "Wordt bewaard …",
  never: "nooit",
  original: "Origineel",
  variant: "Variant",
  difference: "Verschil",
  figure: "Cijfer",
  figures: {
    savings: "Bespaard in het eerste jaar",
    payback: "Terugverdientijd",
    value: "Netto contante waarde",
    sufficiency: "Zelfvoorziening",
    investment: "Investering",
    carbon: "CO₂ bespaard in het eerste jaar",
  },
  adjust: "Zo aanpassen",
  adjustTo: (plant: string) => `Zo aanpassen: ${plant}`,
  locked: "De organisatie staat niet toe dat dit wordt aangepast.",
}
