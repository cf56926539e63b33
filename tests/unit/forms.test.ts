import { describe, expect, test } from "bun:test"
import { fileBody } from "../../api/http/upload.ts"

/** Multipart forms (RFC 7578, RFC 2046, 5.1.1) with one file. */

const FILE = 'content-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
const read = async (body: string) => {
  const headers = { "content-type": 'multipart/form-data; boundary="b"', "content-length": String(body.length) }
  const file = await fileBody("file", 1_000).read(new Request("http://localhost/", { method: "POST", body, headers }))
  return { name: file.fileName, text: new TextDecoder().decode(file.bytes) }
}

describe("a form", () => {
  test.each([
    ["a file alone", `--b\r\n${FILE}1,2\r\n--b--\r\n`, "1,2"],
    ["an empty file", `--b\r\n${FILE}\r\n--b--`, ""],
    ["text before the first and after the last separator", `Hello\r\n--b\r\n${FILE}1\r\n--b--\r\nx\r\n--b--\r\n`, "1"],
    ["a separator within a line", `--b\r\n${FILE}1 --b 2\r\n--b--\r\n`, "1 --b 2"],
    ["a line end at the end of the file", `--b\r\n${FILE}1\r\n\r\n--b--\r\n`, "1\r\n"],
    [
      "other fields before and after",
      `--b\r\ncontent-disposition: form-data; name="note"\r\n\r\n0\r\n--b\r\n${FILE}1\r\n--b\r\ncontent-disposition: form-data; name="more"\r\n\r\n7\r\n--b--\r\n`,
      "1",
    ],
  ])("with %s gives the bytes of the file", async (_, body, text) => {
    expect(await read(body)).toEqual({ name: "a.csv", text })
  })

  test.each([
    ["without an end", `--b\r\n${FILE}1`, "not-a-form"],
    ["without a separator", "1,2", "not-a-form"],
    ["with the file twice", `--b\r\n${FILE}1\r\n--b\r\n${FILE}2\r\n--b--\r\n`, "parameter-once"],
    [
      "with a text in place of the file",
      '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\n0\r\n--b--\r\n',
      "required-as-file",
    ],
    ["with seventeen parts", `${`--b\r\n${FILE}1\r\n`.repeat(17)}--b--\r\n`, "form-parts"],
  ])("%s is refused", async (_, body, rule) => {
    expect(await read(body).catch(({ violations }) => violations[0].rule)).toBe(rule)
  })
})
