DROP INDEX "run_commands_of_run";--> statement-breakpoint
ALTER TABLE "run_commands" ADD COLUMN "number" integer;--> statement-breakpoint
UPDATE "run_commands" c SET "number" = o.place FROM (
	SELECT "id", row_number() OVER (PARTITION BY "run_id" ORDER BY "created_at", "id") AS place FROM "run_commands"
) o WHERE o."id" = c."id";--> statement-breakpoint
ALTER TABLE "run_commands" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "run_commands" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "run_commands_number" ON "run_commands" USING btree ("run_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "run_commands_idempotency" ON "run_commands" USING btree ("run_id","idempotency_key") WHERE "run_commands"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "run_commands_open" ON "run_commands" USING btree ("run_id","number") WHERE "run_commands"."consumed_at" is null;