import { afterAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT, until } from "../support/child.ts"
import { embeddedTest, engineEnvironment, freshDataDir, TEST_ENVIRONMENT } from "../support/service.ts"

const left: number[] = []
afterAll(() => {
  for (const processId of left) kill(processId)
})

/** Ends a process that may have ended already. */
const kill = (processId: number): void => {
  try {
    process.kill(processId, "SIGKILL")
  } catch {}
}

/** Processes below another, from Linux's list. */
const below = (processId: number): number[] => {
  const children = readFileSync(`/proc/${processId}/task/${processId}/children`, "utf8")
    .split(" ")
    .flatMap(text => Number(text) || [])
  return [...children, ...children.flatMap(below)]
}

const isThere = (address: string): Promise<boolean> =>
  fetch(`${address}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts `npm start` as a process group, as a terminal does, and waits until the service listens. */
const startByNpm = async () => {
  const env = { ...process.env, ...TEST_ENVIRONMENT, ...(await engineEnvironment(await freshDataDir())), PORT: "0" }
  const npm = Bun.spawn(["npm", "start"], { cwd: ROOT, env, stdout: "pipe", stderr: "inherit", detached: true })
  left.push(npm.pid)
  let output = ""
  const read = async () => {
    for await (const chunk of npm.stdout) output += Buffer.from(chunk).toString()
  }
  read()
  const address = await until(
    () => /listens on (\S+)/.exec(output)?.[1],
    60_000,
    () => `it did not start:\n${output}`,
  )
  left.push(...below(npm.pid))
  return { npm, address }
}

for (const signal of ["SIGTERM", "SIGINT"] as const)
  embeddedTest(`${signal} to npm stops the service that it started`, async () => {
    const { npm, address } = await startByNpm()
    npm.kill(signal)
    await npm.exited
    expect(await isThere(address)).toBe(false)
  })

embeddedTest("Ctrl-C, which reaches npm and the service and is passed on by npm, is one signal", async () => {
  const { npm, address } = await startByNpm()
  process.kill(-npm.pid, "SIGINT")
  expect(await npm.exited).toBe(0)
  expect(await isThere(address)).toBe(false)
})

test("each script that starts a program becomes that program, so that signals reach it", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>
  }
  const short = ["build", "lint", "types", "check", "sbom"]
  for (const [name, script] of Object.entries(scripts))
    if (!short.includes(name))
      expect([name, script]).toEqual([name, expect.stringMatching(/(?:^|&& )exec bun [\w/]+\.ts( [-\w/=]+)*$/)])
})
