/** The part of an OpenAPI document from which lists of its operations are built. */
export interface Grouped {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, { tags: string[]; summary: string }>>
}

/** The operations of a document by group, each as `METHOD /path` with its summary. */
export const groupsOf = ({ tags, paths }: Grouped) => {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          tags: [group],
          summary,
        },
      ]) => ({
        ...{ group, summary },
        call: `${method.toUpperCase()} ${path}`,
      }),
    ),
  )
  return tags.map(tag => ({ ...tag, operations: all.filter(({ group }) => group === tag.name) }))
}
