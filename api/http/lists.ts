import { type TSchema, Type } from "@sinclair/typebox"

/** Query of a list: pages count from 1. */
export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: "From 1" })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Items of a page" })),
})

/** A page of a list, shown with one item. */
export const listOf = <T extends TSchema>(item: T, example?: object) =>
  Type.Object(
    {
      items: Type.Array(item, { description: "Items of this page" }),
      total: Type.Integer({ description: "Items of all pages" }),
      page: Type.Integer({ description: "From 1" }),
      limit: Type.Integer({ description: "Items of a page" }),
      totalPages: Type.Integer({ description: "0 for an empty list" }),
    },
    example ? { examples: [{ items: [example], total: 1, page: 1, limit: 20, totalPages: 1 }] } : {},
  )

interface PageQueried {
  page?: number | undefined
  limit?: number | undefined
}

/** Start and length of a query's page in a list. */
export const sliceOf = ({ page = 1, limit = 20 }: PageQueried) => ({ limit, offset: (page - 1) * limit })

/** The answer with one page of a list of `total` items. */
export const pageOf = <T>({ page = 1, limit = 20 }: PageQueried, items: T[], total: number) => ({
  items,
  total,
  page,
  limit,
  totalPages: Math.ceil(total / limit),
})
