CREATE TABLE "clusters" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"server" text,
	"connection_sealed" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
