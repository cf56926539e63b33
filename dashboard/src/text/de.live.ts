import type { live as english } from "./en.live.ts"

export const live: typeof english = {
  lead: "Bewegen Sie einen Regler: Der ganze Bericht passt sich an. Gerechnet wird in Ihrem Browser; es wird nichts gesendet oder gespeichert.",
  sandbox:
    "Die Beispielzahlen der Testumgebung lassen sich nicht neu berechnen: In Berichten von Live-Scans stehen hier Regler.",
  start: "Regler anzeigen",
  more: "Preise und Zeitraum",
  of: (value, most) => `${value} von ${most}`,
  growth: "Anstieg der Strompreise",
  perYear: percent => `${percent} pro Jahr`,
  panels: roof => `Module auf ${roof}`,
  battery: "Stromspeicher",
  years: "Betrachtungszeitraum",
  price: "Bezugspreis",
  moving:
    "Die Zahlen gelten für die Anlage, die an den Reglern eingestellt ist. Weitere Szenarien und Alternativen folgen, wenn die Regler stillstehen.",
  resting: (ms, gap) =>
    `In Ihrem Browser in ${ms} ms berechnet: nachweislich höchstens ${gap} von der besten Anlage dieser Größen entfernt.`,
  proven: "Abweichung höchstens",
  preparing: "Die Regler werden vorbereitet …",
  tried: "Ihre Variante",
  back: "Zurücksetzen",
  keep: "Als Scan speichern",
  keeping: "Wird gespeichert …",
  never: "nie",
  original: "Ursprünglich",
  variant: "Ihre Variante",
  difference: "Differenz",
  figure: "Kennzahl",
  figures: {
    savings: "Ersparnis im ersten Jahr",
    payback: "Amortisationszeit",
    value: "Kapitalwert",
    sufficiency: "Autarkiegrad",
    investment: "Investition",
    carbon: "CO₂-Einsparung im ersten Jahr",
  },
  adjust: "So anpassen",
  adjustTo: (plant: string) => `So anpassen: ${plant}`,
  locked: "Das Unternehmen lässt diese Anpassung nicht zu.",
}
