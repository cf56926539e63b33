/** A thread that reads the shipped data of this folder and posts the results. */
import { readFolder } from "../../fixtures/folder.ts"

declare const self: Worker

const text = (name: string): string => Buffer.from(readFolder(import.meta.dir, ".ts")(name)).toString()

self.postMessage({ given: text("shippedFileReader.ts"), read: text("requests.ts").length })
