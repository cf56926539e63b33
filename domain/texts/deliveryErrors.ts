import type { Language } from "./render.ts"

/** Placeholder for the variable part of a sentence: a status, a host, a time. */
const GIVEN = "{}"

/**
 * Reasons for a failed webhook delivery. Logs keep the English sentence as sent; `{}` is a placeholder for its
 * variable part. Reasons after the first six are messages of `infra/outbound/errors.ts`.
 */
export const DELIVERY_ERRORS = {
  switchedOff: [
    "not sent: the endpoint was switched off before its turn came",
    "niet verstuurd: het eindpunt is uitgezet voordat het aan de beurt was",
    "nicht gesendet: Der Endpunkt wurde abgeschaltet, bevor er an der Reihe war",
  ],
  waitedTooLong: [
    "not sent: it waited more than {} hours behind earlier deliveries",
    "niet verstuurd: wachtte langer dan {} uur op eerdere bezorgingen",
    "nicht gesendet: wartete mehr als {} Stunden auf frühere Zustellungen",
  ],
  senderDied: [
    "the process that sent this ended before the outcome was logged; it is not sent again by itself",
    "het proces dat dit verstuurde eindigde voordat de uitkomst was vastgelegd; het wordt niet vanzelf opnieuw verstuurd",
    "der sendende Prozess endete, bevor das Ergebnis feststand; es wird nicht von selbst erneut gesendet",
  ],
  stopped: [
    "the service was stopped before the receiver had answered",
    "de dienst werd gestopt voordat de ontvanger had geantwoord",
    "der Dienst wurde beendet, bevor der Empfänger geantwortet hatte",
  ],
  redirected: [
    "the receiver answered {}, a redirect, which is not followed: register the URL it leads to",
    "de ontvanger antwoordde {}, een doorverwijzing, die niet wordt gevolgd: registreer de URL waar die naartoe leidt",
    "der Empfänger antwortete {}, eine Weiterleitung, der nicht gefolgt wird: Registrieren Sie die URL, zu der sie führt",
  ],
  refused: [
    "the receiver answered {} instead of 2xx",
    "de ontvanger antwoordde {} in plaats van 2xx",
    "der Empfänger antwortete {} statt 2xx",
  ],
  notAbsolute: [
    "must be an absolute URL, such as https://example.org/hook",
    "moet een volledige URL zijn, zoals https://example.org/hook",
    "muss eine vollständige URL sein, etwa https://example.org/hook",
  ],
  protocol: [
    "must start with https:// or http://",
    "moet met https:// of http:// beginnen",
    "muss mit https:// oder http:// beginnen",
  ],
  credentials: [
    "must not hold a user name or password: send them as an Authorization header",
    "mag geen gebruikersnaam of wachtwoord bevatten: stuur die als kopregel Authorization",
    "darf weder Benutzernamen noch Passwort enthalten: Senden Sie beides als Header Authorization",
  ],
  hostNotFound: [
    "the host name {} could not be resolved",
    "van de hostnaam {} is geen adres gevonden",
    "für den Hostnamen {} wurde keine Adresse gefunden",
  ],
  notPublic: [
    "{} leads to an address that is not public",
    "{} leidt naar een adres dat niet openbaar is",
    "{} führt zu einer Adresse, die nicht öffentlich ist",
  ],
  noConnection: [
    "no connection could be made ({})",
    "er kon geen verbinding worden gemaakt ({})",
    "es kam keine Verbindung zustande ({})",
  ],
  notSecure: [
    "no secure connection could be made ({})",
    "er kon geen beveiligde verbinding worden gemaakt ({})",
    "es kam keine sichere Verbindung zustande ({})",
  ],
  lost: [
    "the connection was closed before the answer was complete",
    "de verbinding werd verbroken voordat het antwoord volledig was",
    "die Verbindung brach ab, bevor die Antwort vollständig war",
  ],
  notHttp: [
    "the answer is not valid HTTP ({})",
    "het antwoord is geen geldige HTTP ({})",
    "die Antwort ist kein gültiges HTTP ({})",
  ],
  late: [
    "no complete answer within {} s",
    "geen volledig antwoord binnen {} s",
    "keine vollständige Antwort innerhalb von {} s",
  ],
} as const satisfies Record<string, readonly [english: string, dutch: string, german: string]>

/** The English sentence of a delivery that did not succeed, as its log keeps it. */
export const deliveryError = (name: keyof typeof DELIVERY_ERRORS, value?: string | number): string =>
  DELIVERY_ERRORS[name][0].replace(GIVEN, () => String(value))

/** Value in place of `{}` in a sentence; undefined for any other sentence. */
const givenIn = (text: string, sentence: string): string | undefined => {
  const [before = "", after = ""] = sentence.split(GIVEN)
  if (!sentence.includes(GIVEN)) return text === sentence ? "" : undefined
  const isOf = text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after)
  return isOf ? text.slice(before.length, text.length - after.length) : undefined
}

/** The sentence of a log in a language; unknown sentences stay unchanged. */
export const deliveryErrorText = (logged: string, language: Language): string => {
  if (language === "en") return logged
  for (const [english, dutch, german] of Object.values(DELIVERY_ERRORS)) {
    const value = givenIn(logged, english)
    if (value !== undefined) return (language === "nl" ? dutch : german).replace(GIVEN, () => value)
  }
  return logged
}
