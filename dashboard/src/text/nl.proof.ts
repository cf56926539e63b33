import type { ProofText } from "./en.proof.ts"

export const proof: ProofText = {
  nav: "Bewijs",
  title: "Hoe goed is deze installatie?",
  claims: {
    free: {
      ofCost: gap => `Bewezen binnen ${gap} van de laagst mogelijke kosten.`,
      ofSavings: gap => `Bewezen binnen ${gap} van de hoogst mogelijke besparing.`,
      best: "Beste keuze, doorgerekend en bewezen.",
    },
    bounded: {
      ofCost: gap => `Bewezen binnen ${gap} van de laagste kosten binnen de ingestelde grenzen.`,
      ofSavings: gap => `Bewezen binnen ${gap} van de hoogste besparing binnen de ingestelde grenzen.`,
      best: "Bewezen de beste keuze binnen de ingestelde grenzen.",
    },
    fixed: {
      ofCost: gap =>
        `Bij de door u vastgelegde grootte: bewezen binnen ${gap} van de laagste kosten, hoe ook gestuurd.`,
      ofSavings: gap =>
        `Bij de door u vastgelegde grootte: bewezen binnen ${gap} van de hoogste besparing, hoe ook gestuurd.`,
      best: "Bij de door u vastgelegde grootte: bewezen dat geen enkele sturing goedkoper is.",
    },
  },
  text: years =>
    `De optimalisatie rekende ${years} hele jaren van 8760 uur door en leidde een grens af die geen toegestane installatie kan verslaan. De afstand tussen die grens en deze installatie is alles wat nog te winnen valt.`,
  textFixed: years =>
    `De optimalisatie rekende ${years} hele jaren van 8760 uur door en leidde een grens af die met geen enkele sturing van deze installatie te verslaan is. Andere groottes zijn niet doorgerekend.`,
  shortfall: {
    free: (amount, years, other) => `Over ${years} jaar ${amount} minder voordeel dan ${other}.`,
    bounded: (amount, years, other) =>
      `Binnen de ingestelde grenzen: over ${years} jaar ${amount} minder voordeel dan ${other}.`,
    fixed: (amount, years, other) =>
      `Bij de door u vastgelegde grootte: over ${years} jaar ${amount} minder voordeel dan ${other}.`,
  },
  middleShortfall: (amount, years, other) =>
    `In het middelste scenario (P50) levert dit in ${years} jaar ${amount} minder op dan ${other}.`,
  others: {
    noInvestment: "zonder investering",
    withoutBattery: "zonder batterij",
    usualBattery: size => `met een batterij van ${size}`,
    allRoofsFull: "met alle daken vol panelen",
  },
  ceiling:
    "Dit bewijs geldt voor een jaar dat vooraf bekend is. De cijfers hierboven zijn die van een echte sturing, die de prijzen van vandaag en morgen kent en de rest voorspelt.",
  allowed: {
    "self-sufficiency":
      "Toegestaan zijn installaties met alle panelen waarvan de zelfvoorziening de hoogst mogelijke is, op 0,1 procentpunt na. Een installatie met een lagere zelfvoorziening kan minder kosten.",
    "renewable-minimum":
      "Toegestaan zijn installaties die het gevraagde aandeel halen. Een installatie met een lager aandeel kan minder kosten.",
    "maximize-connection":
      "Toegestaan zijn installaties die binnen de aansluiting blijven. Een installatie die de aansluiting overschrijdt, kan minder kosten.",
    energyhub: "Toegestaan zijn installaties met alle panelen. Een installatie met minder panelen kan minder kosten.",
    "cost-savings": null,
  },
  bound: "Laagst haalbare kosten",
  boundFixed: "Bij deze grootte kost geen enkele sturing minder dan",
  found: "Deze installatie kost",
  foundWithForesight: "Met kennis van het hele jaar kost deze installatie",
  solver: (name, version, ms) => `${name} ${version}, opgelost in ${ms} ms`,
  versions: (engine, data) => `Berekend met versie ${engine} en de gegevens ${data}`,
}
