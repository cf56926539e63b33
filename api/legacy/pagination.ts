import { type Static, Type } from "@sinclair/typebox"

/** Query of a list of document 2: pages count from 1. */
export const PerPageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: "From 1" })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Entries of a page" })),
})
export type PerPageQuery = Static<typeof PerPageQuery>

export const Pagination = Type.Object(
  {
    page: Type.Integer({ description: "From 1" }),
    per_page: Type.Integer({ description: "Entries of a page" }),
    total: Type.Integer({ description: "Entries of all pages" }),
    total_pages: Type.Integer({ description: "0 for an empty list" }),
    has_next: Type.Boolean({ description: "There is a page after this one" }),
    has_prev: Type.Boolean({ description: "There is a page before this one" }),
  },
  { description: "How the page lies among the others" },
)
export type Pagination = Static<typeof Pagination>

/** Start and length of a query's page in a list. */
export const sliceOf = ({ page = 1, per_page = 20 }: PerPageQuery) => ({
  limit: per_page,
  offset: (page - 1) * per_page,
})

/** Position of a page of a list of `total` entries lies among the others. */
export const paginationOf = ({ page = 1, per_page = 20 }: PerPageQuery, total: number): Pagination => {
  const totalPages = Math.ceil(total / per_page)
  return { page, per_page, total, total_pages: totalPages, has_next: page < totalPages, has_prev: page > 1 }
}
