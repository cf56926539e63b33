import type { ProofText } from "./en.proof.ts"

export const proof: ProofText = {
  nav: "Bewijs",
  title: "Hoe goed is deze installatie?",
  claim: gap => `Bewezen binnen ${gap} van de laagst mogelijke kosten.`,
  claimOfSavings: gap => `Bewezen binnen ${gap} van de hoogst mogelijke besparing.`,
  best: "Bewezen de best mogelijke.",
  text: years =>
    `De optimalisatie rekende ${years} hele jaren van 8760 uur door en leidde een grens af die geen toegestane installatie kan verslaan. De afstand tussen die grens en deze installatie is alles wat nog te winnen valt.`,
  ceiling:
    "Dit bewijs geldt voor een jaar dat vooraf bekend is. De cijfers hierboven zijn die van een echte regelaar, die de prijzen van vandaag en morgen kent en de rest voorspelt.",
  allowed: {
    "self-sufficiency":
      "Toegestaan zijn installaties met alle panelen waarvan de zelfvoorziening de hoogst mogelijke is, op 0,1 procentpunt na. Een installatie met een lagere kan minder kosten.",
    "renewable-minimum":
      "Toegestaan zijn installaties die het gevraagde aandeel halen. Een installatie met een lager aandeel kan minder kosten.",
    "maximize-connection":
      "Toegestaan zijn installaties die binnen de aansluiting blijven. Een die haar overschrijdt kan minder kosten.",
    energyhub: "Toegestaan zijn installaties met alle panelen. Een met minder panelen kan minder kosten.",
    "cost-savings": null,
  },
  bound: "Geen toegestane installatie kost minder dan",
  found: "Deze installatie kost",
  foundWithForesight: "Met voorkennis kost deze installatie",
  solver: (name, version, ms) => `${name} ${version}, opgelost in ${ms} ms`,
}
