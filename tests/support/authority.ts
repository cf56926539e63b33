import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Paths of PEM files: a server's certificate and key, and the authority of our own that signed it. */
export interface ServerCertificate {
  authority: string
  certificate: string
  key: string
}

const openssl = (args: string[]): void => {
  const { exitCode, stderr } = Bun.spawnSync(["openssl", ...args])
  if (exitCode !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`)
}

/** A certificate for localhost, signed by an authority that no system trusts; both are valid for two days. */
export const makeServerCertificate = (): ServerCertificate => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-tls-"))
  const file = (name: string) => join(folder, name)
  const newKey = ["-newkey", "rsa:2048", "-nodes"]
  openssl([
    ...["req", "-x509", ...newKey, "-days", "2", "-subj", "/CN=Test authority"],
    ...["-keyout", file("authority.key"), "-out", file("authority.pem")],
  ])
  openssl(["req", ...newKey, "-subj", "/CN=localhost", "-keyout", file("server.key"), "-out", file("server.csr")])
  writeFileSync(file("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n")
  openssl([
    ...["x509", "-req", "-in", file("server.csr"), "-days", "2", "-extfile", file("names")],
    ...["-CA", file("authority.pem"), "-CAkey", file("authority.key"), "-CAcreateserial", "-out", file("server.pem")],
  ])
  return { authority: file("authority.pem"), certificate: file("server.pem"), key: file("server.key") }
}
