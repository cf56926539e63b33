import { Type } from "@sinclair/typebox"
import { TextLine } from "../base/validation/schema.ts"

export const DossierId = TextLine({ minLength: 1, maxLength: 64, description: "Groups scans in lists" })

export const SiteId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "Site of the scan; fields that are left out are copied from it (addition)",
})
