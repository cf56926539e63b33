import { type Static, Type } from "@sinclair/typebox"
import { EmailAddress, PhoneNumber, Strict, TextLine } from "../base/validation/schema.ts"

/** Contact for readers of a shared report, as the organization wrote it. */
export const Contact = Strict(
  {
    name: Type.Optional(TextLine({ minLength: 1, maxLength: 200, description: "Name of a person or a department" })),
    email: Type.Optional(EmailAddress()),
    phone: Type.Optional(PhoneNumber()),
  },
  { description: "Contact for readers of shared reports" },
)
export type Contact = Static<typeof Contact>
