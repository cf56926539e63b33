/** Packages of package-lock.json whose licence is not on the list. */

interface Locked {
  license?: string
  dev?: boolean
  link?: boolean
}

export interface LicenceList {
  /** SPDX identifiers that a package may have. */
  allowed: readonly string[]
  /** Reasons for packages without such a licence, by name. */
  exceptions: Readonly<Record<string, string>>
}

/** `(MIT OR CC0-1.0)` is allowed when one of the two is; `A AND B` when both are. */
const isAllowed = (expression: string, allowed: readonly string[]): boolean =>
  expression
    .replace(/[()]/g, "")
    .split(" OR ")
    .some(choice => choice.split(" AND ").every(licence => allowed.includes(licence.trim())))

/**
 * `name: licence` of each that is neither allowed nor an exception. @param packages of package-lock.json, by their
 * folders
 */
export const unlistedLicences = (
  packages: Readonly<Record<string, Locked>>,
  { allowed, exceptions }: LicenceList,
): string[] =>
  Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes("node_modules/") && !link)
    .map(([folder, { license = "none" }]) => ({ name: folder.split("node_modules/").at(-1) ?? folder, license }))
    .filter(({ name, license }) => !isAllowed(license, allowed) && !(name in exceptions))
    .map(({ name, license }) => `${name}: ${license}`)
