import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Settings of `npm start` of a checkout for the collector (infra/memory.sh), unless the environment sets them; empty if
 * the checkout has none.
 */
export const memorySettings = (checkout: string): Record<string, string> => {
  const file = join(checkout, "infra/memory.sh")
  if (!existsSync(file)) return {}
  const lines = readFileSync(file, "utf8").matchAll(/^export (\w+)="\$\{\1:-([\d.]+)\}"$/gm)
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, process.env[name] ?? value]))
}
