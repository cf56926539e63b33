import type { ProposalText } from "./en.proposal.ts"

/** Dutch words of accepting, of links, and of the cover on paper. */
export const proposal: ProposalText = {
  name: "Uw naam",
  text: (plant, eur) => `Ik ga akkoord met ${plant} voor ${eur}.`,
  asReport: "Het gaat om de installatie van dit rapport, niet om een die met de schuifregelaars is geprobeerd.",
  noSignature: "Uw naam en het tijdstip worden bewaard, en wie u deze link gaf, ziet ze. Het is geen handtekening.",
  sandbox: "Dit is een voorbeeld uit de testomgeving: er wordt niets besteld.",
  send: "Akkoord",
  cancel: "Nu niet",
  cover: {
    title: "Energievoorstel",
    for: "Voor",
    by: "Door",
    made: "Gemaakt op",
    until: "De link is te gebruiken tot en met",
    accepted: "Akkoord",
    contact: "Contact",
    scan: "Open dit rapport op een telefoon",
    qr: "QR-code van de link naar het rapport",
    date: "Datum",
    signature: "Handtekening",
  },
  days: {
    title: "Een dag in juni, een dag in januari",
    june: "Midden juni",
    january: "Midden januari",
  },
}
