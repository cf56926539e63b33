import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { hashSecret, signatureHeader } from "../../domain/organization/events/webhookSignature.ts"
import { until } from "../support/service.ts"

/** Runs the code of docs/webhooks.md unchanged, in every language that this machine has. */

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const DOCS = readFileSync(join(ROOT, "docs/webhooks.md"), "utf8")
const SECRET = "whsec_a secret with spaces, an é and a 'quote'"
const BODY = new TextEncoder().encode('{"event":"test","data":{"message":"\u20ac \\"50% off\\" \\\\ "}}\n')

const folder = mkdtempSync(join(tmpdir(), "solar-scan-languages-"))
const children: Bun.Subprocess[] = []
afterAll(() => {
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
})

const codeOf = (language: string): string => {
  const blocks = [...DOCS.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, code]) => code!)
  const verifier = blocks.find(code => /verify_?webhook/i.test(code))
  if (!verifier) throw new Error(`docs/webhooks.md has no verifier in ${language}`)
  return verifier
}
const write = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const signedAt = (ageSeconds: number) =>
  signatureHeader(BODY, [hashSecret(SECRET)], Math.floor(Date.now() / 1000) - ageSeconds)

const signedBy = (...secrets: string[]) => signatureHeader(BODY, secrets.map(hashSecret), Math.floor(Date.now() / 1000))
const withOtherEnd = (signature: string) => signature.slice(0, -1) + (signature.endsWith("0") ? "1" : "0")

/** Signatures, each made when its program starts, and true if they are valid for BODY and SECRET. */
const CASES: readonly [name: string, sign: () => string, holds: boolean][] = [
  ["now", () => signedAt(0), true],
  ["270 s ago", () => signedAt(270), true],
  ["in 270 s", () => signedAt(-270), true],
  ["330 s ago", () => signedAt(330), false],
  ["in 330 s", () => signedAt(-330), false],
  ["another digit", () => withOtherEnd(signedAt(0)), false],
  ["another secret", () => signedBy("whsec_other"), false],
  ["a new secret first", () => signedBy("whsec_new", SECRET), true],
  ["an old secret last", () => signedBy(SECRET, "whsec_old"), true],
  ["empty", () => "", false],
  ["a time alone", () => "t=1", false],
  ["a line break after it", () => `${signedAt(0)}\n`, false],
  ["a letter before it", () => `x${signedAt(0)}`, false],
]

/** Programs that read a body file, a signature and the secret, and exit with 0 if they match. */
const PROGRAMS: Record<string, { needs: string; command: () => string[] }> = {
  python: {
    needs: "python3",
    command: () => {
      const call = "sys.exit(0 if verify_webhook(open(sys.argv[1], 'rb').read(), sys.argv[2], sys.argv[3]) else 1)"
      return ["python3", write("verify.py", `${codeOf("python")}\nimport sys\n${call}\n`)]
    },
  },
  php: {
    needs: "php",
    command: () => {
      const call = "exit(verify_webhook(file_get_contents($argv[1]), $argv[2], $argv[3]) ? 0 : 1);"
      return ["php", write("verify.php", `<?php\n${codeOf("php")}\n${call}\n`)]
    },
  },
  go: {
    needs: "go",
    command: () => {
      const main = `
func main() {
	body, _ := os.ReadFile(os.Args[1])
	if !VerifyWebhook(body, os.Args[2], os.Args[3], 300*time.Second) {
		os.Exit(1)
	}
}
`
      const source = codeOf("go").replace('"regexp"', '"os"\n\t"regexp"') + main
      const binary = join(folder, "verify-go")
      const built = Bun.spawnSync(["go", "build", "-o", binary, write("verify.go", source)])
      if (built.exitCode !== 0) throw new Error(built.stderr.toString())
      return [binary]
    },
  },
  sh: {
    needs: "openssl",
    command: () => ["sh", write("verify.sh", `${codeOf("sh")}\nverify_webhook "$@"\n`)],
  },
}

for (const [language, { needs, command }] of Object.entries(PROGRAMS))
  test.skipIf(!Bun.which(needs))(`the documented verification in ${language} (needs ${needs})`, () => {
    const program = command()
    const body = write("body.json", BODY)
    const changed = write("changed.json", BODY.subarray(1))
    const holds = (file: string, signature: string) =>
      Bun.spawnSync([...program, file, signature, SECRET]).exitCode === 0
    expect(CASES.map(([name, sign]) => [name, holds(body, sign())])).toEqual(CASES.map(([name, , is]) => [name, is]))
    expect(holds(changed, signedAt(0))).toBe(false)
  })

const startProgram = async (command: string[], env: Record<string, string>) => {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdout: "pipe",
  })
  children.push(child)
  let output = ""
  const read = async () => {
    for await (const chunk of child.stdout) output += new TextDecoder().decode(chunk)
  }
  read()
  const url = await until(() => /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0])
  return { url, output: () => output }
}

const post = async (url: string, signature: string, body: Uint8Array<ArrayBuffer>) => {
  const headers = { "x-service-signature": signature, "x-service-event": "test", "x-service-delivery": "d-1" }
  return (await fetch(url, { method: "POST", headers, body })).status
}

test("the example receiver takes what is genuine and refuses the rest", async () => {
  const receiver = await startProgram(["examples/webhook-receiver/receiver.ts"], {
    WEBHOOK_SECRET: SECRET,
    PORT: "0",
  })
  expect(await post(receiver.url, signedAt(0), BODY)).toBe(204)
  expect(await post(receiver.url, signedAt(0), BODY.subarray(1))).toBe(401)
  expect(await post(receiver.url, "", BODY)).toBe(401)
  await until(() => (receiver.output().includes("50% off") ? true : undefined))
})

test("npm run webhooks -- listen prints and verifies what arrives", async () => {
  const listener = await startProgram(["cli/webhooks.ts", "listen", "--port", "0", "--secret", SECRET], {})
  expect(await post(listener.url, signedAt(0), BODY)).toBe(200)
  expect(await post(listener.url, signedAt(0), BODY.subarray(1))).toBe(401)
  expect(await post(listener.url, signedAt(1000), BODY)).toBe(401)
  const texts = ["test  verified", "delivery d-1", '"message": "\u20ac', "the signature is wrong", "more than 300 s"]
  // The program's output may arrive after its answer.
  const missing = await until(() => {
    const left = texts.filter(text => !listener.output().includes(text))
    return left.length === 0 ? left : undefined
  })
  expect(missing).toEqual([])
  const help = Bun.spawnSync([process.execPath, "cli/webhooks.ts"], { cwd: ROOT })
  expect([help.exitCode, help.stdout.toString()]).toEqual([1, expect.stringContaining("--secret")])
})
