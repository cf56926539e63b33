import { LINK_HOURS, makePasswordLink } from "../../api/credentials/passwordLinks.ts"
import { normalEmail } from "../../api/credentials/sessions.ts"
import { orNotFound } from "../../api/http/errors.ts"
import { findUserByEmail } from "../../store/users.ts"
import { InvalidCommand } from "../errors.ts"
import type { Command } from "./command.ts"

/** Whole hours within the bounds. Throws InvalidCommand. */
const hoursOf = (text: string): number => {
  const hours = Number(text)
  if (Number.isInteger(hours) && hours >= 1 && hours <= LINK_HOURS.most) return hours
  throw new InvalidCommand(`--hours must be a whole number from 1 to ${LINK_HOURS.most}`)
}

export const passwordLinkCommand: Command = {
  name: "password-link",
  summary: `prints a link by which a user sets a new password once, within ${LINK_HOURS.usual} hours or as many as given (1 to ${LINK_HOURS.most}); it replaces the one before`,
  operand: "ADDRESS",
  options: { hours: { value: "HOURS" } },
  async run({ queries, config }, { operand = "", hours = String(LINK_HOURS.usual) }) {
    const holds = hoursOf(hours)
    const db = await queries()
    const email = normalEmail(operand)
    const user = orNotFound(await findUserByEmail(db, email), "user")
    const { url, expiresAt } = await makePasswordLink(db, {
      userId: user.id,
      hours: holds,
      publicUrl: config.publicUrl,
    })
    return { id: user.id, email, url, expiresAt: expiresAt.toISOString() }
  },
}
