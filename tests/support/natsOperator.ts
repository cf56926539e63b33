import { createHash } from "node:crypto"
import { nkeys } from "nats"

type KeyPair = ReturnType<typeof nkeys.createUser>

/** Access to a broker in operator mode: nats-server's configuration, and the text of a credentials file. */
export interface Operator {
  config: string
  credentials: string
}

const encoded = (value: object | Uint8Array): string =>
  Buffer.from(value instanceof Uint8Array ? value : JSON.stringify(value)).toString("base64url")

/** A claim of NATS, version 2, signed with ed25519 by its issuer. */
const sign = (issuer: KeyPair, subject: KeyPair, type: "operator" | "account" | "user", limits: object): string => {
  const [iss, sub] = [issuer.getPublicKey(), subject.getPublicKey()]
  const jti = createHash("sha256").update(`${iss}${sub}`).digest("hex").toUpperCase()
  const claims = {
    jti,
    iat: Math.floor(Date.now() / 1000),
    iss,
    sub,
    name: type,
    nats: { ...limits, type, version: 2 },
  }
  const body = `${encoded({ typ: "JWT", alg: "ed25519-nkey" })}.${encoded(claims)}`
  return `${body}.${encoded(issuer.sign(new TextEncoder().encode(body)))}`
}

const UNLIMITED = { subs: -1, data: -1, payload: -1 }
const ACCOUNT_LIMITS = {
  ...UNLIMITED,
  ...{ imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
  ...{ mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 },
}

/** An operator with one account that may use JetStream, and a user of this account; the system has its own account. */
export const makeOperator = (): Operator => {
  const [operator, system, account, user] = [
    nkeys.createOperator(),
    nkeys.createAccount(),
    nkeys.createAccount(),
    nkeys.createUser(),
  ]
  const preload = [
    [system, { limits: { ...ACCOUNT_LIMITS, mem_storage: 0, disk_storage: 0 } }],
    [account, { limits: ACCOUNT_LIMITS }],
  ] as const
  const accounts = preload.map(([key, claims]) => `${key.getPublicKey()}: ${sign(operator, key, "account", claims)}`)
  const seed = new TextDecoder().decode(user.getSeed())
  return {
    config: `
      operator: ${sign(operator, operator, "operator", {})}
      system_account: ${system.getPublicKey()}
      resolver: MEMORY
      resolver_preload: { ${accounts.join("\n")} }`,
    credentials: [
      "-----BEGIN NATS USER JWT-----",
      sign(account, user, "user", UNLIMITED),
      "------END NATS USER JWT------",
      "",
      "-----BEGIN USER NKEY SEED-----",
      seed,
      "------END USER NKEY SEED------",
      "",
    ].join("\n"),
  }
}
