import type { ProposalText } from "./en.proposal.ts"

/** German words of accepting, of links, and of the cover on paper. */
export const proposal: ProposalText = {
  name: "Ihr Name",
  text: (plant, eur) => `Ich stimme zu: ${plant} für ${eur}.`,
  asReport: "Es geht um die Anlage dieses Berichts, nicht um eine mit den Reglern ausprobierte.",
  noSignature:
    "Ihr Name und der Zeitpunkt werden gespeichert und dem Absender dieses Links angezeigt. Das ist keine Unterschrift.",
  sandbox: "Dies ist ein Beispiel aus der Testumgebung: Es wird nichts bestellt.",
  send: "Ich stimme zu",
  cancel: "Jetzt nicht",
  cover: {
    title: "Angebot für Ihre Energie",
    for: "Für",
    by: "Von",
    made: "Erstellt am",
    until: "Link gültig bis",
    accepted: "Angenommen",
    contact: "Kontakt",
    scan: "Diesen Bericht auf dem Handy öffnen",
    qr: "QR-Code zum Link des Berichts",
    date: "Datum",
    signature: "Unterschrift",
  },
  days: {
    title: "Ein Tag im Juni, ein Tag im Januar",
    june: "Mitte Juni",
    january: "Mitte Januar",
  },
}
