/**
 * Sentences of customers and installers that were read aloud in Dutch and German, as natives speak. A changed sentence
 * is read again and replaced here. Parameters are written as "…".
 */
import { expect, test } from "bun:test"
import { join } from "node:path"

const FOLDER = join(import.meta.dir, "../../dashboard/src/text")

const READ: Record<"nl" | "de", readonly string[]> = {
  nl: [
    "Geschatte prijs inclusief btw",
    "Prijs inclusief btw, na subsidie",
    "Besparing in het eerste jaar",
    "Waarschijnlijk … tot …, middelste scenario …",
    "Offerte lezen",
    "Uw stroomrekening (eerste jaar)",
    "Rekening per maand, regel voor regel",
    "Netkosten per kWh",
    "Uw mogelijkheden",
    "De andere prijzen zijn geschat.",
    "De volledige berekening achter de eerste pagina's, met de uitgangspunten.",
    "Wilt u deze installatie?",
    "Deze link is geldig tot en met ….",
    "… ontvangt uw akkoord direct en neemt contact met u op. Het is geen gekwalificeerde elektronische handtekening.",
    "Ik ga akkoord met …, voor een geschatte prijs van ….",
    "Het gaat om de installatie van dit rapport, niet om een variant die met de schuifregelaars is uitgeprobeerd.",
    "Dit is een voorbeeld uit de testomgeving: er wordt niets besteld.",
    "Ik accepteer offerte … voor in totaal ….",
    "Uw naam, het tijdstip en uw IP-adres worden bewaard.",
    "De offerte is gewijzigd sinds deze pagina is geopend. Lees de offerte opnieuw voordat u akkoord gaat.",
    "Teken hier desgewenst uw naam; de getypte naam is genoeg.",
    "Totaal inclusief btw, na subsidie",
    "Prijs per eenheid",
    "… over … jaar tegen … rente (effectief …): … per maand",
    "Deze offerte is verlopen. Vraag de afzender om een nieuwe offerte.",
    "Een dynamisch contract met gangbare belastingen en netkosten",
    "Teruglevering wordt tot en met … vergoed, daarna niet",
    "De omvormer stopt bij negatieve prijzen",
    "Onderhoud is niet meegerekend",
    "Beweeg een schuifregelaar en het hele rapport volgt: in deze browser berekend, er wordt niets verstuurd of bewaard.",
    "De schuifregelaars worden klaargezet …",
    "Offerte maken",
    "Deze offerte intrekken? Klanten zien die dan niet meer.",
    "Klaarzetten voor de klant",
    "De offerte staat klaar achter deze link. Er is geen e-mail verstuurd: stuur de link zelf naar uw klant.",
    "Elektrotechnisch werk",
    "De klant sluit een lening af",
    "Prijzen exclusief btw voor uw offertes. Een nieuwe offerte haalt de regels uit deze lijst. Scans rekenen met de prijzen onder Aannames.",
    "Gebruikelijke betalingsvoorwaarden",
    "Deze link is verlopen. Vraag de afzender om een nieuwe link.",
  ],
  de: [
    "Geschätzter Preis inkl. MwSt.",
    "Preis inkl. MwSt., nach Förderung",
    "Ersparnis im ersten Jahr",
    "Wahrscheinlich … bis …, mittlerer Fall …",
    "Angebot lesen",
    "Ihre Stromrechnung im ersten Jahr",
    "Rechnung nach Monaten, Zeile für Zeile",
    "Netzentgelt je kWh",
    "Ihre Möglichkeiten",
    "Die anderen Preise sind geschätzt.",
    "Die gesamte Berechnung hinter den ersten Seiten mit ihren Annahmen.",
    "Sagt Ihnen diese Anlage zu?",
    "Dieser Link gilt bis ….",
    "… erhält Ihre Zustimmung sofort und meldet sich bei Ihnen. Sie ist keine qualifizierte elektronische Signatur.",
    "Ich stimme zu: … zum geschätzten Preis von ….",
    "Es gilt die Anlage dieses Berichts, nicht eine mit den Reglern eingestellte Variante.",
    "Dies ist ein Beispiel aus der Testumgebung: Es wird nichts bestellt.",
    "Ich nehme Angebot … über insgesamt … an.",
    "Ihr Name, der Zeitpunkt und Ihre IP-Adresse werden gespeichert.",
    "Das Angebot hat sich geändert, seit diese Seite geöffnet wurde. Lesen Sie es erneut, bevor Sie es annehmen.",
    "Auf Wunsch können Sie hier mit Ihrem Namenszug unterschreiben; der getippte Name genügt.",
    "Gesamtbetrag inkl. MwSt., nach Förderung",
    "Einzelpreis",
    "… über … Jahre, Sollzins …, effektiver Jahreszins …: … im Monat",
    "Dieses Angebot ist abgelaufen. Bitten Sie den Absender um ein neues Angebot.",
    "Ein dynamischer Stromtarif mit üblichen Steuern und Netzentgelten",
    "Die Einspeisung wird bis Ende … vergütet, danach nicht mehr",
    "Der Wechselrichter schaltet bei negativen Preisen ab",
    "Wartung ist nicht eingerechnet",
    "Abweichung höchstens",
    "Die Regler werden vorbereitet …",
    "Angebot erstellen",
    "Dieses Angebot zurückziehen? Kunden sehen es dann nicht mehr.",
    "Für den Kunden freigeben",
    "Das Angebot steht unter diesem Link bereit. Es wurde keine E-Mail versendet: Senden Sie den Link selbst an Ihren Kunden.",
    "Elektroarbeiten",
    "Der Kunde nimmt einen Kredit auf",
    "Preise ohne MwSt. für Ihre Angebote. Ein neues Angebot übernimmt seine Positionen aus dieser Liste. Scans rechnen mit den Preisen unter „Annahmen“.",
    "Übliche Zahlungsbedingungen",
    "Dieser Link ist abgelaufen. Bitten Sie den Absender um einen neuen Link.",
  ],
}

/** Every text of a catalogue, with "…" for each parameter. */
const textsIn = (part: unknown): string[] => {
  if (typeof part === "string") return [part]
  if (typeof part === "function") return [String(part(...new Array(5).fill("…")))]
  return typeof part === "object" && part !== null ? Object.values(part).flatMap(textsIn) : []
}

test.each(["nl", "de"] as const)("40 sentences in %s are those that were read aloud", async language => {
  const files = [...new Bun.Glob(`${language}.*.ts`).scanSync({ cwd: FOLDER })]
  const catalogues = await Promise.all(files.map(file => import(join(FOLDER, file))))
  const texts = new Set(catalogues.flatMap(textsIn))
  expect(new Set(READ[language]).size).toBe(40)
  expect(READ[language].filter(text => !texts.has(text))).toEqual([])
})
