/** English words of accepting, of links, and of the cover on paper. */
export const proposal = {
  name: "Your name",
  text: (plant: string, eur: string) => `I agree to ${plant} for ${eur}.`,
  asReport: "It is the plant of this report, not one that was tried with the sliders.",
  noSignature: "Your name and the time are stored, and the sender of this link sees them. It is no signature.",
  sandbox: "This is an example of the sandbox: nothing is ordered.",
  send: "I agree",
  cancel: "Not now",
  cover: {
    title: "Energy proposal",
    for: "For",
    by: "By",
    made: "Made on",
    until: "The link can be used until",
    accepted: "Accepted",
    contact: "Contact",
    scan: "Open this report on a phone",
    qr: "QR code of the report's link",
    date: "Date",
    signature: "Signature",
  },
  days: {
    title: "A day in June, a day in January",
    june: "Mid-June",
    january: "Mid-January",
  },
}
export type ProposalText = typeof proposal
