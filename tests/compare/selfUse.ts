import { profileHours } from "../../domain/site/consumption/profiles.ts"
import { type Comparison, matrixShares, PLACES, type Place, plugInShares } from "../support/selfUse.ts"

/**
 * `bun tests/compare/selfUse.ts [PROFILE …]`: a household's self-consumption, published and with our load profiles, at
 * the places of the sources and at De Bilt. Without arguments the profiles are `household-mean` and `standard`.
 */

const asked = Bun.argv.slice(2)
const profiles = asked.length > 0 ? asked : ["household-mean", "standard"]

const points = ({ ours, published }: Comparison) => ((ours - published) * 100).toFixed(1).padStart(6)

for (const place of Object.keys(PLACES) as Place[]) {
  const columns = profiles.map(profile => {
    const load = profileHours(profile)
    const plugIn = plugInShares(place, () => load).filter(({ what }) => what.startsWith("standard"))
    return [...plugIn, ...matrixShares(place, load)]
  })
  console.log(`\n${place.padEnd(34)} published  ${profiles.map(name => name.padStart(24)).join("")}`)
  columns[0]!.forEach(({ what, published }, row) => {
    const cells = columns.map(column => `${column[row]!.ours.toFixed(3)} ${points(column[row]!)}`.padStart(24))
    console.log(
      `${what.replace("standard", "600 Wp,").padEnd(34)} ${published.toFixed(3).padStart(9)}  ${cells.join("")}`,
    )
  })
}
