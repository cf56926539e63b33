import { createApiKeyService } from "../../api/credentials/apiKeys.ts"
import { createKeyLookup } from "../../api/credentials/keyLookup.ts"
import { hashPassword, newPassword } from "../../api/credentials/passwords.ts"
import { ApiKeyRequest } from "../../api/credentials/schemas.ts"
import { normalEmail } from "../../api/credentials/sessions.ts"
import { validBody } from "../../api/http/body.ts"
import { orNotFound } from "../../api/http/errors.ts"
import { MemberRequest } from "../../api/v1/members/schemas.ts"
import { createMember, memberPage } from "../../api/v1/members/service.ts"
import { InvalidInput } from "../../domain/base/errors.ts"
import { unknownTier } from "../../domain/organization/tiers.ts"
import { newId } from "../../infra/ids.ts"
import type { Queries } from "../../store/database.ts"
import {
  changeOrganization,
  findOrganization,
  insertOrganization,
  listOrganizations,
  someOrganizationIds,
} from "../../store/organizations.ts"
import { findUserByEmail, setPassword } from "../../store/users.ts"
import { InvalidCommand } from "../errors.ts"
import { backupCommands } from "./backup.ts"
import type { Command, Option } from "./command.ts"
import { deleteOrganizationCommand } from "./deleteOrganization.ts"
import { passwordLinkCommand } from "./passwordLink.ts"
import { addTier, type TierStore } from "./tierStore.ts"
import { usageCommand } from "./usage.ts"

const ORGANIZATION = { organization: { value: "ID" } }
const optional = (value: string): Option => ({ value })
const required = (value: string): Option => ({ value, isRequired: true })
/** Maximum number of rows in a printed list. */
const MAX_LISTED = 100

const organizationCommands: Command[] = [
  {
    name: "organization create",
    summary: "makes an organization; add an owner to it with `user create`",
    options: { name: required("NAME"), tier: { value: "TIER" } },
    async run({ queries, tiers }, { name = "", tier }) {
      if (tier !== undefined) assertTier(tiers, tier)
      const row = { id: newId(), displayName: name, tier: tier ?? null }
      await insertOrganization(await queries(), row)
      return row
    },
  },
  {
    name: "organization list",
    summary: "lists the organizations, oldest first",
    options: {},
    async run({ queries }) {
      return { items: await listOrganizations(await queries()) }
    },
  },
  {
    name: "organization tier",
    summary: "gives an organization another tier, from now on",
    options: { ...ORGANIZATION, tier: required("TIER") },
    async run({ queries, tiers }, { organization, tier = "" }) {
      assertTier(tiers, tier)
      const db = await queries()
      const id = await chosenOrganization(db, organization)
      await changeOrganization(db, id, { tier })
      return { id, tier }
    },
  },
]

const userCommands: Command[] = [
  {
    name: "user create",
    summary: "makes a user; the password is shown once and changed at the first login",
    options: { ...ORGANIZATION, email: required("ADDRESS"), role: { value: "owner|member" } },
    async run({ queries }, { organization, email, role = "member" }) {
      const request = validBody(MemberRequest, { email, role })
      const db = await queries()
      return createMember(db, await chosenOrganization(db, organization), request)
    },
  },
  {
    name: "user list",
    summary: `lists an organization's users, oldest first, up to ${MAX_LISTED}`,
    options: ORGANIZATION,
    async run({ queries }, { organization }) {
      const db = await queries()
      return memberPage(db, await chosenOrganization(db, organization), { limit: MAX_LISTED })
    },
  },
  {
    name: "user reset-password",
    summary: "makes a new password, shown once, and ends the user's sessions",
    options: { email: required("ADDRESS") },
    run: async ({ queries }, { email = "" }) => resetPassword(await queries(), normalEmail(email)),
  },
]

const keyCommands: Command[] = [
  {
    name: "key create",
    summary: "makes an API key, shown once",
    options: {
      ...ORGANIZATION,
      name: required("NAME"),
      mode: required("sandbox|production"),
      scopes: optional("read,write,webhooks"),
    },
    async run({ queries }, { organization, name, mode, scopes }) {
      const request = validBody(ApiKeyRequest, { name, mode, ...(scopes ? { scopes: scopes.split(",") } : {}) })
      const db = await queries()
      return keysOf(db).create(await chosenOrganization(db, organization), request)
    },
  },
  {
    name: "key list",
    summary: `lists an organization's API keys, newest first, up to ${MAX_LISTED}`,
    options: ORGANIZATION,
    async run({ queries }, { organization }) {
      const db = await queries()
      return keysOf(db).list(await chosenOrganization(db, organization), { limit: MAX_LISTED })
    },
  },
  {
    name: "key delete",
    summary: "deletes an API key: calls with it end within seconds",
    options: { ...ORGANIZATION, id: required("ID") },
    async run({ queries }, { organization, id = "" }) {
      const db = await queries()
      await keysOf(db).remove(await chosenOrganization(db, organization), id)
      return { deleted: id }
    },
  },
]

const tierCommands: Command[] = [
  {
    name: "tier create",
    summary: "adds a tier to the file of TIERS_FILE, or changes it there; the service reads the file at its start",
    options: {
      name: required("TIER"),
      quota: { value: "SCANS_A_MONTH" },
      beyond: { value: "overage|refuse" },
      price: { value: "EUR_A_SCAN" },
      "overage-price": { value: "EUR_A_SCAN" },
    },
    async run({ tiers }, { name = "", quota, beyond = "overage", price = "0", "overage-price": overagePrice = price }) {
      const tier = {
        monthlyScans: quota === undefined ? null : Number(quota),
        beyondQuota: beyond,
        priceEurPerScan: Number(price),
        overagePriceEurPerScan: Number(overagePrice),
      }
      return addTier(tiers, name, tier)
    },
  },
  {
    name: "tier list",
    summary: "lists the tiers that organizations can have",
    options: {},
    run: async ({ tiers }) => tiers.read(),
  },
]

export const COMMANDS: readonly Command[] = [
  ...organizationCommands,
  deleteOrganizationCommand,
  usageCommand,
  ...userCommands,
  passwordLinkCommand,
  ...keyCommands,
  ...tierCommands,
  ...backupCommands,
]

const keysOf = (queries: Queries) => createApiKeyService(queries, createKeyLookup(queries))

const assertTier = (store: TierStore, name: string): void => {
  const tiers = store.read()
  if (!Object.hasOwn(tiers.tiers, name)) throw new InvalidInput([unknownTier(tiers, ["--tier"], name)])
}

/** The named organization, or the only organization. Throws NotFound, InvalidCommand. */
const chosenOrganization = async (queries: Queries, id: string | undefined): Promise<string> => {
  if (id !== undefined) {
    return orNotFound(await findOrganization(queries, id), "organization").id
  }
  const ids = await someOrganizationIds(queries, 2)
  orNotFound(ids.length > 0, "organization")
  if (ids.length > 1) throw new InvalidCommand("--organization is required: there are several organizations")
  return ids[0]!
}

const resetPassword = async (queries: Queries, email: string): Promise<object> => {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const user = orNotFound(await findUserByEmail(queries, email), "user")
  await setPassword(queries, user.id, { passwordHash, mustChangePassword: true })
  return { id: user.id, email, password }
}
