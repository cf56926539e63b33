import type { CostUnit } from "../organization/cost.ts"
import type { Counted, CredentialKind, RefusalParams, Shared, Thing } from "../organization/refusal.ts"
import type { ProfileKind } from "../site/profiles/state.ts"
import type { Catalogue } from "./render.ts"
import { scanErrorText } from "./scanErrors.ts"

const THINGS: Readonly<Record<Thing, string>> = {
  "api-key": "API-Schlüssel",
  asset: "Gerät",
  batch: "Stapel",
  "battery-product": "Speicherprodukt",
  delivery: "Zustellung",
  "energyhub-profile": "Energie-Hub-Profil",
  file: "Datei",
  "laadplein-profile": "Ladepark-Profil",
  layer: "Baustein",
  logo: "Logo",
  member: "Mitglied",
  offer: "Angebot",
  organization: "Unternehmen",
  "aerial-photo": "Luftbild",
  photo: "Foto",
  "price-series": "Preisreihe",
  profile: "Profil",
  report: "Bericht",
  roof: "Dach",
  scan: "Scan",
  "shared-report": "geteilter Bericht",
  "live-case": "Daten für Regler",
  "shared-scan": "geteilter Scan",
  site: "Standort",
  source: "Quelle",
  "standard-profile": "Standardprofil",
  "studio-profile": "Studioprofil",
  user: "Benutzer",
  "webhook-endpoint": "Webhook-Endpunkt",
}

const COUNTED: Readonly<Record<Counted, string>> = {
  acceptances: "Zustimmungen zu Berichten von dieser Adresse",
  "calls-of-key": "Aufrufe dieses API-Schlüssels",
  "calls-of-user": "Aufrufe dieses Benutzers",
  "calls-without-credential": "Aufrufe ohne Zugangsdaten",
  logins: "Anmeldungen von dieser Adresse",
  "password-changes": "Änderungen dieses Passworts",
  "reads-of-documentation": "Abrufe der Dokumentation von dieser Adresse",
  "yields-of-roofs": "Ertragsberechnungen von Dächern für diese Adresse",
  "reads-of-hours": "Abrufe von Stunden von dieser Adresse",
  "reads-of-logos": "Abrufe von Logos von dieser Adresse",
  "reads-of-measurements": "Abrufe der Messwerte von dieser Adresse",
  "reads-of-aerial-photos": "Abrufe von Luftbildern von dieser Adresse",
  "reads-of-shared-scans": "Abrufe geteilter Scans von dieser Adresse",
}

const SHARED: Readonly<Record<Shared, string>> = {
  "body-bytes": "Bytes an Bodys",
  connections: "Verbindungen",
  "event-streams": "Ereignisströme",
  exports: "Exporte",
}

/** Units of cost, with their names on the wire. */
const UNITS: Readonly<Record<CostUnit, string>> = {
  readBytes: "gelesenen Bytes (readBytes)",
  parsedValues: "gelesenen Werten (parsedValues)",
  threadMs: "Zeit des antwortenden Threads (threadMs)",
  childMs: "Zeit der Hilfsprozesse (childMs)",
  databaseMs: "Zeit der Datenbank (databaseMs)",
  storedBytes: "gespeicherten Bytes (storedBytes)",
}

const CREDENTIALS: Readonly<Record<CredentialKind, string>> = {
  "api-key": "einen API-Schlüssel",
  session: "eine Sitzung des Dashboards",
  token: "ein Token von POST /v1/auth/token",
}

const WHAT_TO_ADD: Readonly<Record<ProfileKind, string>> = {
  studio: "Legen Sie zuerst eine Basis fest mit POST …/base oder POST …/base/upload",
  energyhub: "Fügen Sie zuerst eine Quelle oder ein Gerät hinzu",
  laadplein: "Fügen Sie zuerst ein Gerät hinzu",
}

const STATUSES: Readonly<Record<string, string>> = {
  pending: "noch in der Warteschlange",
  processing: "noch in Berechnung",
  error: "fehlgeschlagen",
}

/** The sentence of every refusal in German. */
export const refusalsDe: Catalogue<RefusalParams> = {
  "host-missing": () =>
    "der Header Host fehlt oder ist kein Host: Senden Sie den Namen oder die Adresse dieses Dienstes",
  "body-missing": () => "der Body fehlt: Senden Sie ein JSON-Objekt als application/json",
  "body-broken-off": () => "die Verbindung wurde geschlossen, bevor der Body vollständig war",
  "body-too-large": ({ limitBytes }) => `der Body ist größer als ${limitBytes} Bytes, die Grenze dieses Pfads`,
  "body-not-json": ({ parserSays }) => `der Body ist kein gültiges JSON: ${parserSays}`,
  "body-not-utf8": () => "der Body ist kein gültiges JSON: Er ist nicht in UTF-8",
  "body-name-twice": ({ name }) =>
    `der Body hat ein Objekt, das den Namen "${name}" doppelt enthält: Geben Sie jedes Feld einmal an`,
  "body-too-deep": ({ maximum }) => `der Body ist mehr als ${maximum} Ebenen tief verschachtelt`,
  "body-too-many-parts": ({ maximum }) => `der Body hat mehr als ${maximum} Werte`,
  "body-text-too-long": ({ maximum }) => `der Body enthält einen Text von mehr als ${maximum} Byte`,
  "body-too-many-names": ({ maximum }) => `ein Objekt des Bodys hat mehr als ${maximum} Felder`,
  "body-of-another-type": ({ mediaType }) => `senden Sie den Body als ${mediaType}`,
  "not-acceptable": ({ offered }) =>
    `die Antwort gibt es in den Formen ${offered.join(", ")}: Nennen Sie eine davon in Accept`,
  "body-encoded": () => "der Body hat ein Content-Encoding: Senden Sie ihn unkomprimiert, ohne diesen Header",
  "body-without-form": ({ field }) => `senden Sie den Body als multipart/form-data mit der Datei im Feld ${field}`,
  "csv-missing": () => "eine CSV-Datei ist erforderlich",
  "load-profile-not-valid": () => "die Datei ist kein Lastprofil",
  "path-unknown": () => "diesen Pfad gibt es nicht; /docs listet alle auf",
  "method-not-allowed": ({ method, allowed }) => `${method} ist hier nicht möglich, nur ${allowed.join(", ")}`,
  "websocket-only": () => "verbinden Sie sich mit diesem Pfad als WebSocket",

  "credential-missing": () => "Anmeldung erforderlich: Senden Sie einen API-Schlüssel im Header x-api-key",
  "key-not-valid": () => "der API-Schlüssel ist nicht gültig",
  "token-not-valid": () => "das Token ist ungültig oder abgelaufen: Fordern Sie ein neues an",
  "session-over": () => "die Sitzung ist abgelaufen: Melden Sie sich erneut an",
  "login-wrong": () => "die E-Mail-Adresse oder das Passwort ist falsch",
  "credential-of-another-kind": ({ taken, given: credential }, { or }) =>
    `dieser Pfad verlangt ${or(taken.map(kind => CREDENTIALS[kind]))}, nicht ${CREDENTIALS[credential]}`,
  "password-to-change": () =>
    "ändern Sie zuerst das Passwort: POST /v1/auth/password mit currentPassword und newPassword",
  "owners-only": () => "das darf nur ein Inhaber des Unternehmens",
  "production-key-needed": () =>
    "ein Testschlüssel darf das nicht: Verwenden Sie einen Produktionsschlüssel oder die Sitzung eines Inhabers",
  "live-row": ({ what, id }) =>
    `${THINGS[what]} ${JSON.stringify(id)} ist live und in der Testumgebung nur lesbar: Verwenden Sie einen Produktionsschlüssel oder ?mode=live, oder ändern Sie eines der Testumgebung`,
  "scope-missing": ({ scope }) =>
    `diesem API-Schlüssel fehlt das Recht ${scope}: Ein Inhaber erzeugt Schlüssel mit diesem Recht`,
  "write-from-another-site": () => "eine Änderung mit Sitzungscookie muss von den Seiten des Dienstes selbst kommen",

  "not-found": ({ what }) => `${THINGS[what]} nicht gefunden`,
  "named-not-found": ({ path, id, what }, { field }) =>
    `${field(path)} ${JSON.stringify(id)}: ${THINGS[what]} nicht gefunden`,
  "original-not-found": () =>
    "copiedFromId ist eine Anpassung, deren ursprünglicher Scan gelöscht wurde: Scan nicht gefunden",
  "run-not-found": ({ runUuid }) => `Scan ${JSON.stringify(runUuid)} nicht gefunden`,
  "cursor-gone": () =>
    "Ereignisse nach diesem Cursor sind inzwischen gelöscht, oder der Cursor stammt von einem anderen Dienst: Lesen Sie Ihre Scans erneut, und fahren Sie ohne Cursor fort",
  "link-expired": () => "dieser Link ist abgelaufen: Bitten Sie den Absender um einen neuen",

  "idempotency-key-reused": () =>
    "dieser Idempotency-Key kam mit einer anderen Anfrage: Verwenden Sie für jede neue Anfrage einen neuen",
  "idempotency-key-running": () =>
    "die erste Anfrage mit diesem Idempotency-Key wird noch beantwortet: Versuchen Sie es in 1 s erneut",
  "changed-meanwhile": () =>
    "der Eintrag wurde inzwischen geändert: Laden Sie ihn neu, und wiederholen Sie die Änderung",
  "scan-not-completed": ({ status }) => `der Scan ist ${STATUSES[status] ?? status}: Sein Bericht liegt noch nicht vor`,
  "scan-failed": ({ error }) => `der Scan ist fehlgeschlagen: ${error && scanErrorText(error, "de")}`,
  "scan-without-series": ({ status }) => `der Scan ist ${STATUSES[status] ?? status}: Er hat keine Zeitreihe`,
  "run-not-completed": () => "der Scan wird berechnet: Fragen Sie erneut, sobald sein Status optimal ist",
  "profile-without-hours": ({ name, kind }) =>
    `das Profil ${JSON.stringify(name)} hat noch keine Stunden: ${WHAT_TO_ADD[kind]}`,
  "profile-busy": () => "das Profil wird laufend von anderen geändert; versuchen Sie es gleich erneut",
  "owner-needed": () =>
    "ein Unternehmen behält mindestens einen Inhaber: Machen Sie zuerst ein anderes Mitglied zum Inhaber",
  "account-exists": ({ email }) => `${email} hat schon ein Konto`,
  "batch-cancelled": ({ id }) => `der Stapel ${id} wurde abgebrochen: Weitere Zeilen werden nicht angenommen`,
  "batch-exists": ({ id }) => `einen Stapel ${id} gibt es schon: GET /v1/batches/${id} zeigt seine Scans`,
  "product-exists": ({ id }) => `ein Produkt ${id} gibt es schon: Ersetzen Sie es mit PUT /v1/batteries/products/${id}`,
  "offer-accepted": () =>
    "der Kunde hat dieses Angebot angenommen: Es bleibt unverändert, legen Sie eine Anpassung des Scans mit eigenem Angebot an",
  "offer-sent": () => "das Angebot wurde dem Kunden gesendet: Ziehen Sie es stattdessen zurück",
  "offer-not-sent": () => "es gibt kein Angebot zum Annehmen: Fragen Sie den Absender des Links",
  "offer-version": ({ version }) =>
    `offerVersion muss ${version} sein, die aktuelle Version des Angebots: Lesen Sie das Angebot erneut`,
  "offer-expired": ({ validUntil }) =>
    `das Angebot war bis ${validUntil} gültig: Bitten Sie den Absender um ein neues Angebot`,
  "delivery-not-ended": () => "die Zustellung läuft noch: Senden Sie sie danach erneut",
  "too-many-members": ({ maximum }) =>
    `ein Unternehmen hat höchstens ${maximum} Benutzer: Entfernen Sie einen ausgeschiedenen`,
  "deliveries-waiting": () =>
    "Zustellungen einer früheren Wiederholung warten noch: Wiederholen Sie weitere, sobald sie beendet sind",
  "too-many-api-keys": ({ maximum }) =>
    `ein Unternehmen hat höchstens ${maximum} API-Schlüssel: Löschen Sie einen unbenutzten`,
  "too-many-endpoints": ({ maximum }) =>
    `ein Unternehmen hat höchstens ${maximum} Webhook-Endpunkte: Löschen Sie zuerst einen`,
  "too-many-profiles": ({ maximum }) =>
    `ein Unternehmen hat höchstens ${maximum} Profile einer Art: Löschen Sie ein unbenutztes`,
  "too-many-price-series": ({ maximum }) =>
    `ein Unternehmen hat höchstens ${maximum} Preisreihen: Löschen Sie zuerst eine`,
  "too-many-products": ({ maximum }) =>
    `ein Unternehmen hat höchstens ${maximum} Speicherprodukte: Löschen Sie zuerst eines`,
  "too-many-sites": ({ maximum }) => `ein Unternehmen hat höchstens ${maximum} Standorte: Löschen Sie zuerst einen`,
  "too-many-photos": ({ maximum }) =>
    `ein Angebot hat höchstens ${maximum} Fotos, auch aus gesendeten Fassungen: Verwenden Sie vorhandene Fotos`,
  "too-many-load-profiles": ({ maximum }) => `ein Unternehmen hat höchstens ${maximum} Lastprofile`,

  "too-many-in-a-minute": ({ limit, counted, seconds }) =>
    `mehr als ${limit} ${COUNTED[counted]} in einer Minute: Versuchen Sie es in ${seconds} s erneut`,
  "too-many-sandbox-scans": ({ limit, seconds }) =>
    `mehr als ${limit} Scans der Testumgebung an einem Tag: Versuchen Sie es in ${seconds} s erneut`,
  "too-many-passwords": ({ seconds }) =>
    `zu viele falsche Passwörter für dieses Konto: Versuchen Sie es in ${seconds} s erneut`,
  "too-many-at-once": ({ what }) => `zu viele ${SHARED[what]} gleichzeitig: Versuchen Sie es gleich erneut`,
  "share-used-up": ({ unit, seconds }) =>
    `der Anteil an ${UNITS[unit]} ist verbraucht: Versuchen Sie es in ${seconds} s erneut`,
  "too-many-lines": ({ maximum }) =>
    `eine Sammelanfrage hat höchstens ${maximum} Zeilen: Senden Sie den Rest in einer weiteren`,
  "storage-used-up": ({ mode, storedBytes, limitBytes }) =>
    `die gespeicherten ${mode === "live" ? "Produktivdaten" : "Daten der Testumgebung"} belegen ${storedBytes} von ${limitBytes} Byte, der Platz reicht nicht: Löschen Sie Scans, Profile oder Preisreihen, ` +
    `oder verkürzen Sie die Aufbewahrung (${mode}ScanDays); der Betreiber kann die Grenze der Stufe anheben`,
  "quota-used-up": ({ tier, monthlyScans, nextMonth }) =>
    `die ${monthlyScans} Scans im Monat der Stufe ${tier} sind verbraucht: Die nächsten werden ab ${nextMonth} angenommen; ` +
    "Anpassungen und Scans der Testumgebung bleiben kostenlos",

  "database-unreachable": () => "der Dienst erreicht seine Datenbank nicht; versuchen Sie es gleich erneut",
  "database-cannot-write": () =>
    "der Dienst kann gerade nichts speichern: Sein Datenträger ist voll oder schreibgeschützt; Lesen geht weiter",
  "too-many-scans-waiting": () => "zu viele Scans warten auf das Speichern; versuchen Sie es gleich erneut",
  "aerial-photos-away": () => "der Server mit Luftbildern antwortet nicht; versuchen Sie es gleich erneut",
  "pdf-failed": () => "das PDF konnte nicht erstellt werden; versuchen Sie es gleich erneut",
  "report-not-completed": () => "der Bericht wird gerade vervollständigt; versuchen Sie es gleich erneut",
  "short-of-resources": () => "dem System fehlen Ressourcen; versuchen Sie es gleich erneut",
  "internal-error": () => "im Dienst ist etwas schiefgegangen; der Betreiber findet es im Log über die Request-ID",

  "socket-unauthenticated": () => "Anmeldung erforderlich",
  "socket-without-scan": () => "Scan nicht gefunden oder nicht zugänglich",
  "socket-of-ended-scan": () => "der Scan ist beendet",
  "socket-open-too-long": () => "seit einer Stunde offen: Verbinden Sie sich erneut",
  "socket-not-possible": () => "gerade nicht möglich: Verbinden Sie sich erneut",
  "socket-failed": () => "im Dienst ist etwas schiefgegangen",
  "too-many-sockets": () => "zu viele Verbindungen: Versuchen Sie es gleich erneut",
  "service-stops": () => "der Dienst wird beendet: Verbinden Sie sich erneut",
}
