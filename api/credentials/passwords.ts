import { newToken } from "../../infra/ids.ts"

/** Bounds of a password's length. Short passwords are weak, and hashing very long passwords costs time. */
export const PASSWORD_LENGTH = { min: 10, max: 256 }
const MADE_PASSWORD_BYTES = 12

/** A generated password, to be shown once and changed at the first login. */
export const newPassword = (): string => newToken(MADE_PASSWORD_BYTES)

/** argon2id with the memory and passes that OWASP asks for at least. */
export const hashPassword = (password: string): Promise<string> =>
  Bun.password.hash(password, { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 })

let hashOfNoOne: Promise<string> | undefined

/**
 * True if the password has this hash. Without a hash the call takes as long and returns false, so that it does not
 * reveal accounts.
 */
export const isPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  hashOfNoOne ??= hashPassword(newPassword())
  return (await Bun.password.verify(password, hash ?? (await hashOfNoOne))) && hash !== undefined
}
