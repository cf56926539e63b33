import { newToken } from "../../infra/ids.ts"

/** Bounds of a password: its length is its strength, and hashing a very long one would cost us time. */
export const PASSWORD_LENGTH = { min: 10, max: 256 }
const MADE_PASSWORD_BYTES = 12

/** A password that the service makes: to be shown once and changed at the first login. */
export const newPassword = (): string => newToken(MADE_PASSWORD_BYTES)

/** argon2id with the memory and passes that OWASP asks for at least. */
export const hashPassword = (password: string): Promise<string> =>
  Bun.password.hash(password, { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 })

let hashOfNoOne: Promise<string> | undefined

/**
 * True if the password has this hash. Without a hash it takes as long and is false: no one learns who has an account.
 */
export const isPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  hashOfNoOne ??= hashPassword(newPassword())
  return (await Bun.password.verify(password, hash ?? (await hashOfNoOne))) && hash !== undefined
}
