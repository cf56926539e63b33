import type { CostUnit } from "../organization/cost.ts"
import type { Counted, CredentialKind, RefusalParams, Shared, Thing } from "../organization/refusal.ts"
import type { ProfileKind } from "../site/profiles/state.ts"
import type { Catalogue } from "./render.ts"
import { scanErrorText } from "./scanErrors.ts"

const THINGS: Readonly<Record<Thing, string>> = {
  "api-key": "API-sleutel",
  asset: "asset",
  batch: "batch",
  "battery-product": "batterijproduct",
  delivery: "bezorging",
  "energyhub-profile": "energiehubprofiel",
  file: "bestand",
  "laadplein-profile": "laadpleinprofiel",
  layer: "onderdeel",
  logo: "logo",
  member: "lid",
  offer: "offerte",
  organization: "organisatie",
  "aerial-photo": "luchtfoto",
  photo: "foto",
  "price-series": "prijsreeks",
  profile: "profiel",
  report: "rapport",
  roof: "dak",
  scan: "scan",
  "shared-report": "gedeeld rapport",
  "live-case": "berekening voor schuifregelaars",
  "shared-scan": "gedeelde scan",
  site: "locatie",
  source: "bron",
  "standard-profile": "standaardprofiel",
  "studio-profile": "studioprofiel",
  user: "gebruiker",
  "webhook-endpoint": "webhookeindpunt",
}

const COUNTED: Readonly<Record<Counted, string>> = {
  acceptances: "akkoordverklaringen vanaf dit adres",
  "calls-of-key": "aanroepen met deze API-sleutel",
  "calls-of-user": "aanroepen van deze gebruiker",
  "calls-without-credential": "aanroepen zonder sleutel of sessie",
  logins: "pogingen tot inloggen vanaf dit adres",
  "password-changes": "wijzigingen van dit wachtwoord",
  "reads-of-documentation": "opvragingen van de documentatie vanaf dit adres",
  "yields-of-roofs": "opbrengsten van daken voor dit adres",
  "reads-of-hours": "opvragingen van uren vanaf dit adres",
  "reads-of-logos": "opvragingen van logo's vanaf dit adres",
  "reads-of-measurements": "opvragingen van de metingen vanaf dit adres",
  "reads-of-aerial-photos": "opvragingen van luchtfoto's vanaf dit adres",
  "reads-of-shared-scans": "opvragingen van gedeelde scans vanaf dit adres",
}

const SHARED: Readonly<Record<Shared, string>> = {
  "body-bytes": "bytes in de body's van verzoeken",
  connections: "verbindingen",
  "event-streams": "stromen van gebeurtenissen",
  exports: "exports",
}

/** Units of cost, with their names on the wire. */
const UNITS: Readonly<Record<CostUnit, string>> = {
  readBytes: "gelezen bytes (readBytes)",
  parsedValues: "gelezen waarden (parsedValues)",
  threadMs: "tijd van de antwoordende thread (threadMs)",
  childMs: "tijd van hulpprocessen (childMs)",
  databaseMs: "tijd van de database (databaseMs)",
  storedBytes: "opgeslagen bytes (storedBytes)",
}

const CREDENTIALS: Readonly<Record<CredentialKind, string>> = {
  "api-key": "een API-sleutel",
  session: "een sessie van het dashboard",
  token: "een token van POST /v1/auth/token",
}

const WHAT_TO_ADD: Readonly<Record<ProfileKind, string>> = {
  studio: "geef het eerst een basis met POST …/base of POST …/base/upload",
  energyhub: "voeg eerst een bron of een asset toe",
  laadplein: "voeg eerst een asset toe",
}

const STATUSES: Readonly<Record<string, string>> = {
  pending: "nog niet aan de beurt",
  processing: "nog niet klaar",
  error: "mislukt",
}

/** The sentence of every refusal in Dutch. */
export const refusalsNl: Catalogue<RefusalParams> = {
  "host-missing": () => "de header Host ontbreekt of is geen host: stuur de naam of het adres van deze dienst",
  "body-missing": () => "de body ontbreekt: stuur een JSON-object als application/json",
  "body-broken-off": () => "de verbinding werd verbroken voordat de body compleet was",
  "body-too-large": ({ limitBytes }) => `de body is groter dan ${limitBytes} bytes, de grens van dit pad`,
  "body-not-json": ({ parserSays }) => `de body is geen geldige JSON: ${parserSays}`,
  "body-not-utf8": () => "de body is geen geldige JSON: hij is geen UTF-8",
  "body-name-twice": ({ name }) => `de body heeft een object met twee keer de naam "${name}": geef elk veld één keer`,
  "body-too-deep": ({ maximum }) => `de body is meer dan ${maximum} niveaus diep genest`,
  "body-too-many-parts": ({ maximum }) => `de body heeft meer dan ${maximum} waarden`,
  "body-text-too-long": ({ maximum }) => `de body bevat een tekst van meer dan ${maximum} bytes`,
  "body-too-many-names": ({ maximum }) => `een object in de body heeft meer dan ${maximum} velden`,
  "body-of-another-type": ({ mediaType }) => `stuur de body als ${mediaType}`,
  "not-acceptable": ({ offered }) => `het antwoord heeft de vormen ${offered.join(", ")}: noem er een in Accept`,
  "body-encoded": () => "de body heeft een Content-Encoding: stuur hem zoals hij is, zonder",
  "body-without-form": ({ field }) => `stuur de body als multipart/form-data met het bestand in het veld ${field}`,
  "csv-missing": () => "een csv-bestand is verplicht",
  "load-profile-not-valid": () => "het bestand is geen verbruiksprofiel",
  "path-unknown": () => "dit pad bestaat niet; /docs noemt alle paden",
  "method-not-allowed": ({ method, allowed }) => `${method} is hier niet mogelijk, alleen ${allowed.join(", ")}`,
  "websocket-only": () => "verbind met dit pad als WebSocket",

  "credential-missing": () => "Authenticatie vereist: stuur een API-sleutel in de header x-api-key",
  "key-not-valid": () => "de API-sleutel is niet geldig",
  "token-not-valid": () => "het token is niet geldig of verlopen: vraag een nieuw token aan",
  "session-over": () => "de sessie is verlopen: log opnieuw in",
  "login-wrong": () => "het e-mailadres of het wachtwoord klopt niet",
  "credential-of-another-kind": ({ taken, given: credential }, { or }) =>
    `dit pad neemt ${or(taken.map(kind => CREDENTIALS[kind]))} aan, niet ${CREDENTIALS[credential]}`,
  "password-to-change": () => "wijzig eerst het wachtwoord: POST /v1/auth/password met currentPassword en newPassword",
  "owners-only": () => "alleen een eigenaar van de organisatie mag dit doen",
  "production-key-needed": () =>
    "een testsleutel mag dit niet: gebruik een productiesleutel of een sessie van een eigenaar",
  "live-row": ({ what, id }) =>
    `${THINGS[what]} ${JSON.stringify(id)} is live en in de testomgeving alleen te lezen: gebruik een API-sleutel van productie of ?mode=live, of wijzig iets dat in de testomgeving is gemaakt`,
  "scope-missing": ({ scope }) =>
    `deze API-sleutel mist het bereik ${scope}: een eigenaar maakt sleutels die het hebben`,
  "write-from-another-site": () => "een wijziging met een sessiecookie moet van de pagina's van de dienst zelf komen",

  "not-found": ({ what }) => `${THINGS[what]} niet gevonden`,
  "named-not-found": ({ path, id, what }, { field }) =>
    `${field(path)} ${JSON.stringify(id)}: ${THINGS[what]} niet gevonden`,
  "original-not-found": () =>
    "copiedFromId is een aanpassing waarvan de oorspronkelijke scan is verwijderd: scan niet gevonden",
  "run-not-found": ({ runUuid }) => `scan ${JSON.stringify(runUuid)} niet gevonden`,
  "cursor-gone": () =>
    "gebeurtenissen na deze cursor zijn inmiddels verwijderd, of de cursor is niet van deze dienst: lees opnieuw wat u volgt, en ga zonder cursor verder",
  "link-expired": () => "deze link is verlopen: vraag de afzender om een nieuwe",

  "idempotency-key-reused": () =>
    "deze Idempotency-Key kwam met een ander verzoek: neem voor elk nieuw verzoek een nieuwe sleutel",
  "idempotency-key-running": () =>
    "het eerste verzoek met deze Idempotency-Key wordt nog beantwoord: probeer het over 1 s opnieuw",
  "changed-meanwhile": () => "het is intussen gewijzigd: laad het opnieuw en herhaal de wijziging",
  "scan-not-completed": ({ status }) => `de scan is ${STATUSES[status] ?? status}: het rapport is er nog niet`,
  "scan-failed": ({ error }) => `de scan is mislukt: ${error && scanErrorText(error, "nl")}`,
  "scan-without-series": ({ status }) => `de scan is ${STATUSES[status] ?? status}: er zijn geen tijdreeksen`,
  "run-not-completed": () => "de scan wordt berekend: vraag het opnieuw als de status optimal is",
  "profile-without-hours": ({ name, kind }) =>
    `het profiel ${JSON.stringify(name)} heeft nog geen uren: ${WHAT_TO_ADD[kind]}`,
  "profile-busy": () => "het profiel wordt steeds door anderen gewijzigd; probeer het zo meteen opnieuw",
  "owner-needed": () => "een organisatie houdt minstens één eigenaar: maak eerst een ander lid eigenaar",
  "account-exists": ({ email }) => `${email} heeft al een account`,
  "batch-cancelled": ({ id }) => `de batch ${id} is geannuleerd: volgende regels worden niet meer aangenomen`,
  "batch-exists": ({ id }) => `er is al een batch ${id}: GET /v1/batches/${id} toont wat ervan geworden is`,
  "product-exists": ({ id }) => `er is al een product ${id}: vervang het met PUT /v1/batteries/products/${id}`,
  "offer-accepted": () =>
    "de klant heeft deze offerte geaccepteerd: die blijft zoals ze is, dus maak een aanpassing van de scan met een eigen offerte",
  "offer-sent": () => "de offerte is al naar de klant gestuurd: trek haar in",
  "offer-not-sent": () => "er is geen offerte om te accepteren: vraag het aan de afzender van de link",
  "offer-version": ({ version }) =>
    `offerVersion moet ${version} zijn, de huidige versie van de offerte: lees de offerte opnieuw`,
  "offer-expired": ({ validUntil }) =>
    `de offerte was geldig tot en met ${validUntil}: vraag de afzender om een nieuwe offerte`,
  "delivery-not-ended": () => "de bezorging is nog niet afgelopen: stuur die daarna opnieuw",
  "too-many-members": ({ maximum }) =>
    `een organisatie heeft hoogstens ${maximum} gebruikers: verwijder er een die is vertrokken`,
  "deliveries-waiting": () => "bezorgingen van een eerdere herhaling wachten nog: herhaal meer zodra die klaar zijn",
  "too-many-api-keys": ({ maximum }) =>
    `een organisatie heeft hoogstens ${maximum} API-sleutels: verwijder er een die niet wordt gebruikt`,
  "too-many-endpoints": ({ maximum }) =>
    `een organisatie heeft hoogstens ${maximum} webhookeindpunten: verwijder er eerst een`,
  "too-many-profiles": ({ maximum }) =>
    `een organisatie heeft hoogstens ${maximum} profielen van een soort: verwijder er een dat niet wordt gebruikt`,
  "too-many-price-series": ({ maximum }) =>
    `een organisatie heeft hoogstens ${maximum} prijsreeksen: verwijder er eerst een`,
  "too-many-sites": ({ maximum }) =>
    `een organisatie heeft hoogstens ${maximum} locaties: verwijder er een die niet meer wordt gebruikt`,
  "too-many-photos": ({ maximum }) =>
    `een offerte heeft hoogstens ${maximum} foto's, ook van verstuurde versies: gebruik foto's die er al zijn`,
  "too-many-products": ({ maximum }) =>
    `een organisatie heeft hoogstens ${maximum} batterijproducten: verwijder er eerst een`,
  "too-many-load-profiles": ({ maximum }) => `een organisatie heeft hoogstens ${maximum} verbruiksprofielen`,

  "too-many-in-a-minute": ({ limit, counted, seconds }) =>
    `meer dan ${limit} ${COUNTED[counted]} in een minuut: probeer het over ${seconds} s opnieuw`,
  "too-many-sandbox-scans": ({ limit, seconds }) =>
    `meer dan ${limit} scans in de testomgeving op een dag: probeer het over ${seconds} s opnieuw`,
  "too-many-passwords": ({ seconds }) =>
    `te veel verkeerde wachtwoorden voor dit account: probeer het over ${seconds} s opnieuw`,
  "too-many-at-once": ({ what }) => `te veel ${SHARED[what]} tegelijk: probeer het zo meteen opnieuw`,
  "too-many-lines": ({ maximum }) => `een bulkverzoek heeft hoogstens ${maximum} regels: stuur de rest in een ander`,
  "share-used-up": ({ unit, seconds }) => `het aandeel in ${UNITS[unit]} is op: probeer het over ${seconds} s opnieuw`,
  "storage-used-up": ({ mode, storedBytes, limitBytes }) =>
    `de opgeslagen ${mode === "live" ? "productiegegevens" : "gegevens van de testomgeving"} nemen ${storedBytes} van ${limitBytes} bytes in, zodat er te weinig ruimte over is: verwijder scans, profielen of prijsreeksen, ` +
    `of verkort de bewaartermijn (${mode}ScanDays); de beheerder kan de limiet van het abonnement verhogen`,
  "quota-used-up": ({ tier, monthlyScans, nextMonth }) =>
    `de ${monthlyScans} scans per maand van het abonnement ${tier} zijn op: de volgende worden vanaf ${nextMonth} aangenomen; ` +
    "aanpassingen en scans in de testomgeving blijven gratis",

  "database-unreachable": () => "de dienst kan de database niet bereiken; probeer het zo meteen opnieuw",
  "database-cannot-write": () =>
    "de dienst kan op dit moment niets opslaan: de schijf is vol of alleen-lezen; lezen gaat door",
  "too-many-scans-waiting": () => "er wachten te veel scans om te worden opgeslagen; probeer het zo meteen opnieuw",
  "aerial-photos-away": () => "de server met luchtfoto's geeft geen antwoord; probeer het zo meteen opnieuw",
  "pdf-failed": () => "de pdf kon niet worden gemaakt; probeer het zo meteen opnieuw",
  "report-not-completed": () => "het rapport wordt nog aangevuld; probeer het zo meteen opnieuw",
  "short-of-resources": () => "de dienst is overbelast; probeer het zo meteen opnieuw",
  "internal-error": () => "er ging iets mis in de dienst; met het id van het verzoek is het in het log te vinden",

  "socket-unauthenticated": () => "Authenticatie vereist",
  "socket-without-scan": () => "scan niet gevonden of niet toegankelijk",
  "socket-of-ended-scan": () => "de scan is afgelopen",
  "socket-open-too-long": () => "een uur open: verbind opnieuw",
  "socket-not-possible": () => "op dit moment niet mogelijk: verbind opnieuw",
  "socket-failed": () => "er ging iets mis in de dienst",
  "too-many-sockets": () => "te veel verbindingen: probeer het zo meteen opnieuw",
  "service-stops": () => "de dienst stopt: verbind opnieuw",
}
