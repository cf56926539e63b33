# How much garbage the processes of the service may hold (docs/operations.md, "Memory"). `. ./infra/memory.sh` before bun starts:
# its engine and its allocator read these settings once. Values that are set already stay. MEMORY_PROFILE=throughput keeps the engine's own.
if [ "${MEMORY_PROFILE:-lean}" = lean ]; then
# A collection after so many allocated bytes, however large the heap is: the embedded database's memory counts as heap.
export BUN_JSC_gcMaxHeapSize="${BUN_JSC_gcMaxHeapSize:-50000000}"
# What a heap may grow by before the next whole collection, as a share of what was alive after the last; the engine's own is 2.
export BUN_JSC_heapGrowthMaxIncrease="${BUN_JSC_heapGrowthMaxIncrease:-0.3}"
# Memory that is freed goes back to the system after 10 ms, not after 100: a solver thread frees some MB after each scan.
# At once costs a start 8 % of its processor time.
export MIMALLOC_PURGE_DELAY="${MIMALLOC_PURGE_DELAY:-10}"
fi
