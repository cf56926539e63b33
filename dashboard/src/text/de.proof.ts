import type { ProofText } from "./en.proof.ts"

export const proof: ProofText = {
  nav: "Nachweis",
  title: "Wie gut ist diese Anlage?",
  claims: {
    free: {
      ofCost: gap => `Nachweislich höchstens ${gap} über den niedrigsten möglichen Kosten.`,
      ofSavings: gap => `Nachweislich höchstens ${gap} unter der höchsten möglichen Ersparnis.`,
      best: "Nachweislich die bestmögliche Anlage.",
    },
    bounded: {
      ofCost: gap => `Innerhalb der festgelegten Grenzen: nachweislich höchstens ${gap} über den niedrigsten Kosten.`,
      ofSavings: gap =>
        `Innerhalb der festgelegten Grenzen: nachweislich höchstens ${gap} unter der höchsten Ersparnis.`,
      best: "Innerhalb der festgelegten Grenzen nachweislich die beste Anlage.",
    },
    fixed: {
      ofCost: gap =>
        `Bei den von Ihnen festgelegten Größen: nachweislich höchstens ${gap} über den niedrigsten Kosten jeder Betriebsweise.`,
      ofSavings: gap =>
        `Bei den von Ihnen festgelegten Größen: nachweislich höchstens ${gap} unter der höchsten Ersparnis jeder Betriebsweise.`,
      best: "Bei den von Ihnen festgelegten Größen: Nachweislich ist keine Betriebsweise günstiger.",
    },
  },
  text: years =>
    `Die Optimierung hat ${years} ganze Jahre mit je 8760 Stunden gerechnet und eine Grenze abgeleitet, die keine zulässige Anlage unterbietet. Der Abstand zwischen dieser Grenze und dieser Anlage ist alles, was noch zu gewinnen wäre.`,
  textFixed: years =>
    `Die Optimierung hat ${years} ganze Jahre mit je 8760 Stunden gerechnet und eine Grenze abgeleitet, die keine Betriebsweise dieser Anlage unterbietet. Andere Größen wurden nicht gerechnet.`,
  shortfall: {
    free: (amount, years, other) => `In ${years} Jahren ${amount} weniger Vorteil als ${other}.`,
    bounded: (amount, years, other) =>
      `Innerhalb der Grenzen: in ${years} Jahren ${amount} weniger Vorteil als ${other}.`,
    fixed: (amount, years, other) =>
      `Bei den von Ihnen festgelegten Größen: in ${years} Jahren ${amount} weniger Vorteil als ${other}.`,
  },
  middleShortfall: (amount, years, other) =>
    `Im mittleren Fall (P50) bringt das in ${years} Jahren ${amount} weniger als ${other}.`,
  others: {
    noInvestment: "ohne Investition",
    withoutBattery: "ohne Stromspeicher",
    usualBattery: size => `mit einem Speicher von ${size}`,
    allRoofsFull: "mit voll belegten Dächern",
  },
  ceiling:
    "Dieser Nachweis gilt für ein Jahr, das im Voraus bekannt ist. Die Zahlen oben gelten für eine echte Steuerung: Sie kennt die Preise von heute und morgen und prognostiziert den Rest.",
  allowed: {
    "self-sufficiency":
      "Zulässig sind Anlagen mit allen Modulen, deren Autarkiegrad höchstens 0,1 Prozentpunkte unter dem höchstmöglichen liegt. Eine Anlage mit niedrigerem Autarkiegrad kann weniger kosten.",
    "renewable-minimum":
      "Zulässig sind Anlagen, die den geforderten Anteil erreichen. Eine Anlage mit niedrigerem Anteil kann weniger kosten.",
    "maximize-connection":
      "Zulässig sind Anlagen, die innerhalb der Anschlussleistung bleiben. Eine, die sie überschreitet, kann weniger kosten.",
    energyhub: "Zulässig sind Anlagen mit allen Modulen. Eine mit weniger Modulen kann weniger kosten.",
    "cost-savings": null,
  },
  bound: "Niedrigste mögliche Kosten",
  boundFixed: "Bei diesen Größen kostet keine Betriebsweise weniger als",
  found: "Diese Anlage kostet",
  foundWithForesight: "Mit Kenntnis des ganzen Jahres kostet diese Anlage",
  solver: (name, version, ms) => `${name} ${version}, in ${ms} ms gelöst`,
  versions: (engine, data) => `Berechnet mit Version ${engine} und den Daten ${data}`,
}
