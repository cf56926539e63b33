# One image, three commands: api/main.ts, worker/main.ts, dispatcher/main.ts; without a command the whole service in one process.
# The two digests are given at each build, so that it stands on the images that were chosen: deploy/digests.sh prints them.
ARG NODE_DIGEST
ARG DEBIAN_DIGEST

FROM node:22-bookworm-slim@${NODE_DIGEST} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN npm run -s build && node_modules/.bin/bun infra/scripts/runtime.ts /runtime

FROM debian:bookworm-slim@${DEBIAN_DIGEST}
RUN useradd --uid 10001 --create-home solar && mkdir /data && chown solar /data
WORKDIR /app
COPY --from=build /runtime /app
USER 10001
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# As infra/memory.sh says.
ENV BUN_JSC_gcMaxHeapSize=50000000 BUN_JSC_heapGrowthMaxIncrease=0.3 MIMALLOC_PURGE_DELAY=10
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/app/node_modules/.bin/bun", "cli/healthy.ts"]
# Bun itself receives the signals, so that a stop is a graceful one.
ENTRYPOINT ["/app/node_modules/.bin/bun"]
CMD ["start.ts"]
