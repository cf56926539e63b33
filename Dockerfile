# One image, three commands: api/main.ts, worker/main.ts, dispatcher/main.ts; without a command the whole service in one process.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN npm run -s build

FROM debian:bookworm-slim
RUN useradd --uid 10001 --create-home solar && mkdir /data && chown solar /data
WORKDIR /app
COPY --from=build /app /app
USER 10001
ENV HOST=0.0.0.0 DATA_DIR=/data
EXPOSE 3000
VOLUME /data
# Bun itself receives the signals, so that a stop is a graceful one.
ENTRYPOINT ["/app/node_modules/.bin/bun"]
CMD ["start.ts"]
