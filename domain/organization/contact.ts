import { type Static, Type } from "@sinclair/typebox"
import { Strict, TextLine } from "../base/validation/schema.ts"

/** Contact for readers of a shared report, as the organization wrote it. */
export const Contact = Strict(
  {
    name: Type.Optional(TextLine({ minLength: 1, maxLength: 200, description: "Name of a person or a department" })),
    email: Type.Optional(
      Type.String({
        maxLength: 320,
        pattern: "^[^@\\s]+@[^@\\s]+$",
        textForm: "email",
        description: "E-mail address",
      }),
    ),
    phone: Type.Optional(TextLine({ minLength: 1, maxLength: 40, description: "Telephone number, as typed" })),
  },
  { description: "Contact for readers of shared reports" },
)
export type Contact = Static<typeof Contact>
